import type { KeyObject } from 'node:crypto'
import type { PasskeyResource } from '#contract/sign-in/passkeys.ts'
import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { Users } from '../../core/users.ts'
import type { NewKey } from './verification/verify-attestation.ts'

/** The context of the use cases of passkeys. */
export interface Passkeys extends Users {
  /** The domain that passkeys belong to; undefined when the operator has set none, and none follows from the other settings. */
  relyingParty: RelyingParty | undefined
  challengeKeys: readonly KeyObject[]
}

/** A passkey as it is stored. It holds a public key only, so that nothing of it is secret. */
export interface Passkey extends NewKey {
  id: string
  userId: string
  name: string
  addedAt: number
  /** The id of the session in which the passkey was added. */
  addedBySession: string
  /**
   * The day of the last login with it, as its first millisecond. No time of day is stored, so that most logins need not write it.
   */
  lastUsedAt: number | null
  /**
   * The time at which the signature counter went back, which may mean that the key was copied. The passkey is refused from then
   * on.
   */
  suspectAt: number | null
}

/** The maximum number of passkeys of one user. It is generous: a person has a few devices and a spare key. */
export const maxPasskeys = 20

export const toPasskeyResource = (passkey: Passkey): PasskeyResource => ({
  id: passkey.id,
  name: passkey.name,
  is_synced: passkey.isSynced,
  is_refused: passkey.suspectAt !== null,
  added_at: toRfc3339(passkey.addedAt),
  last_used_at: passkey.lastUsedAt === null ? null : toRfc3339(passkey.lastUsedAt),
})
