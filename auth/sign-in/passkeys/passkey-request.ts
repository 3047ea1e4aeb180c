import { Failure } from '#contract/declaration/failures.ts'
import type { PasskeyPurpose } from '#contract/sign-in/passkeys.ts'
import { type PasskeyRequestResource, passkeyChallengeSeconds } from '#contract/sign-in/webauthn.ts'
import { makeChallenge } from '#runtime/challenge.ts'
import { digestOf } from '../../core/opaque-token.ts'
import type { Login } from '../login.ts'

interface Use {
  purpose: PasskeyPurpose
  boundTo: string
}

/**
 * The purposes that challenges are bound to, so that an answer to a challenge of one purpose is not accepted for
 * another (I103).
 */
export const forLogin: Use = { purpose: 'login', boundTo: '' }
export const forStep = (loginToken: string): Use => ({
  purpose: 'second_factor',
  boundTo: digestOf(loginToken),
})
export const forStepUp = (sessionId: string): Use => ({ purpose: 'step_up', boundTo: sessionId })

/**
 * Returns the options with which a browser asks for a passkey. This needs neither a query nor a write, and reveals
 * nothing about any user: the list of allowed passkeys is always empty, because each passkey knows its user (I114).
 * @throws {Failure} `passkeys_off`
 */
export function passkeyRequest(
  { relyingParty, challengeKeys, clock }: Pick<Login, 'relyingParty' | 'challengeKeys' | 'clock'>,
  use: Use,
): PasskeyRequestResource {
  if (!relyingParty) throw new Failure('passkeys_off')
  const expiresAt = clock.now() + passkeyChallengeSeconds * 1000
  return {
    public_key: {
      challenge: makeChallenge(challengeKeys, use, expiresAt),
      rpId: relyingParty.id,
      timeout: passkeyChallengeSeconds * 1000,
      userVerification: 'required',
      allowCredentials: [],
    },
    expires_in: passkeyChallengeSeconds,
  }
}
