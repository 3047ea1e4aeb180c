import { Undeliverable } from '#runtime/events/outbox.ts'
import { seal, unseal } from '#runtime/sealing.ts'

/** How what holds addresses and links waits in the outbox. */
export interface SealedPayload {
  sealed: string
}

export const sealPayload = (
  masterKeys: readonly Buffer[],
  purpose: string,
  value: unknown,
): SealedPayload => ({
  sealed: seal(masterKeys, purpose, Buffer.from(JSON.stringify(value))),
})

/** @throws {Undeliverable} when the key that sealed it is gone: no later try opens it */
export function openPayload<T>(masterKeys: readonly Buffer[], purpose: string, payload: unknown): T {
  const { sealed } = payload as SealedPayload
  try {
    return JSON.parse(unseal(masterKeys, purpose, sealed).toString()) as T
  } catch (cause) {
    throw new Undeliverable('It was sealed with a master key that is no longer there.', { cause })
  }
}
