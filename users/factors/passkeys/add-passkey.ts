import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { PasskeyAttestationResource } from '#contract/sign-in/webauthn.ts'
import { newId } from '#runtime/ids.ts'
import { lockOwn, requireFactorsAreAskedFor, timeOfChange } from '../../core/lock-own.ts'
import { raiseFactorsVersion } from '../../core/user-store.ts'
import { firstCodes } from '../recovery-codes/first-codes.ts'
import { loggingRefusals, registrationOf, requireAnswer } from './ceremony.ts'
import { maxPasskeys, type Passkey, type Passkeys } from './passkey.ts'
import { findPasskeys, insertPasskey } from './passkey-store.ts'
import { recordPasskeyChange } from './record-passkey-change.ts'
import { takeChallenge } from './used-challenge-store.ts'
import { refused } from './verification/refused.ts'
import { verifyAttestation } from './verification/verify-attestation.ts'

export interface AddedPasskey {
  passkey: Passkey
  /** The new recovery codes, if the user had none left; otherwise undefined. */
  recoveryCodes: string[] | undefined
}

/**
 * Adds the passkey that a browser has made for the caller. From then on the caller can log in with it.
 * @throws {Failure} `forbidden`, `user_not_found`, `reauthentication_required`, `passkeys_off`, `passkey_invalid`,
 * `passkey_taken`, `too_many_passkeys`, `auth_service_outdated`
 */
export async function addPasskey(
  users: Passkeys,
  input: {
    userId: string
    caller: Caller
    credential: PasskeyAttestationResource
    name?: string | undefined
  },
): Promise<AddedPasskey> {
  const { userId, caller, credential, name = 'Passkey' } = input
  if (caller.userId !== userId) throw new Failure('forbidden')
  requireFactorsAreAskedFor(caller)
  const use = registrationOf(caller)
  return loggingRefusals(users, use, async () => {
    const { clientDataJSON } = credential.response
    const { opened, ...answer } = requireAnswer(users, clientDataJSON, { type: 'webauthn.create', use })
    const key = await verifyAttestation(credential, answer)
    const at = timeOfChange(users, caller)
    const passkey: Passkey = {
      ...key,
      id: newId(at),
      userId,
      name,
      addedAt: at,
      addedBySession: caller.sessionId ?? '',
      lastUsedAt: null,
      suspectAt: null,
    }
    return users.db.transaction(async (tx) => {
      const user = await lockOwn(tx, users, input)
      if (!(await takeChallenge(tx, opened))) throw refused('the challenge was used before')
      if ((await findPasskeys(tx, userId)).length >= maxPasskeys) throw new Failure('too_many_passkeys')
      if (!(await insertPasskey(tx, passkey))) throw new Failure('passkey_taken')
      await raiseFactorsVersion(tx, userId)
      const data = { passkey_id: passkey.id, name, by: userId }
      await recordPasskeyChange(tx, users, { user, change: { type: 'user.passkey_added', data }, at })
      return { passkey, recoveryCodes: await firstCodes(tx, users, { userId, at }) }
    })
  })
}
