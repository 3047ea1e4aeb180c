import { Undeliverable } from '#runtime/outbox.ts'
import { unseal } from '#runtime/sealing.ts'

/** What waited sealed in the outbox. @throws {Undeliverable} when the key that sealed it is gone: no later try opens it */
export function opened<T>(masterKeys: readonly Buffer[], purpose: string, sealed: string): T {
  try {
    return JSON.parse(unseal(masterKeys, purpose, sealed).toString()) as T
  } catch (cause) {
    throw new Undeliverable('It was sealed with a master key that is no longer there.', { cause })
  }
}
