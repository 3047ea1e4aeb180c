import type { Caller } from '#contract/declaration/endpoint.ts'
import {
  type PasskeyCreationResource,
  passkeyAlgorithms,
  passkeyChallengeSeconds,
} from '#contract/sign-in/webauthn.ts'
import { makeChallenge } from '#runtime/challenge.ts'
import { lockOwn, requireFactorsAreAskedFor } from '../../core/lock-own.ts'
import { registrationOf, requireRelyingParty } from './ceremony.ts'
import type { Passkeys } from './passkey.ts'
import { findPasskeys } from './passkey-store.ts'
import { userHandleOf } from './user-handle.ts'

const publicKey = 'public-key'

/**
 * Returns the options with which a browser makes a passkey for the caller. Nothing is stored, because the challenge itself is
 * bound to the user and the session.
 * @throws {Failure} `forbidden`, `user_not_found`, `reauthentication_required`, `passkeys_off`, `auth_service_outdated`
 */
export async function beginPasskey(
  users: Passkeys,
  input: { userId: string; caller: Caller },
): Promise<PasskeyCreationResource> {
  requireFactorsAreAskedFor(input.caller)
  const { user, passkeys } = await users.db.transaction(async (tx) => {
    const locked = await lockOwn(tx, users, input)
    return { user: locked, passkeys: await findPasskeys(tx, locked.id) }
  })
  const { id, name } = requireRelyingParty(users)
  const expiresAt = users.clock.now() + passkeyChallengeSeconds * 1000
  return {
    public_key: {
      challenge: makeChallenge(users.challengeKeys, registrationOf(input.caller), expiresAt),
      rp: { id, name },
      user: { id: userHandleOf(user.id), name: user.username, displayName: user.name ?? user.username },
      pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: publicKey, alg })),
      timeout: passkeyChallengeSeconds * 1000,
      excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
        type: publicKey,
        id: credentialId,
        transports,
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
    expires_in: passkeyChallengeSeconds,
  }
}
