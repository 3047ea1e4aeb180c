import { Undeliverable } from '#runtime/events/outbox.ts'
import { seal, unseal } from '#runtime/sealing.ts'

/** A payload in the outbox that is encrypted with the master key, because it holds addresses or links. */
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

/**
 * Decrypts a payload that was encrypted with one of the master keys.
 * @throws {Undeliverable} when that key is no longer among them, because a retry could not decrypt the payload either
 */
export function openPayload<T>(masterKeys: readonly Buffer[], purpose: string, { sealed }: SealedPayload): T {
  try {
    return JSON.parse(unseal(masterKeys, purpose, sealed).toString())
  } catch (cause) {
    throw new Undeliverable('It was sealed with a master key that is no longer there.', { cause })
  }
}
