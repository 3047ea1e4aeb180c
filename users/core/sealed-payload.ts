import { Undeliverable } from '#runtime/events/outbox.ts'
import { seal, unseal } from '#runtime/sealing.ts'

/**
 * A payload in the outbox that is encrypted with the master key (sealed), because it holds addresses or
 * links.
 */
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
 * Decrypts (unseals) a payload.
 * @throws {Undeliverable} when its master key is gone, because a retry could not decrypt it either
 */
export function openPayload<T>(masterKeys: readonly Buffer[], purpose: string, { sealed }: SealedPayload): T {
  try {
    return JSON.parse(unseal(masterKeys, purpose, sealed).toString())
  } catch (cause) {
    throw new Undeliverable('It was sealed with a master key that is no longer there.', { cause })
  }
}
