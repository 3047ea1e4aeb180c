import { Failure } from '#contract/declaration/failures.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import type { PasskeyAssertionResource } from '#contract/sign-in/webauthn.ts'
import { siteKey } from '#runtime/network.ts'
import { amrOf } from '../../core/level-of.ts'
import type { Device } from '../../sessions/session-store.ts'
import { mintTokenPair } from '../../tokens/token.ts'
import { findFamiliarity } from '../known-network-store.ts'
import { nextStep } from '../next-step.ts'
import { forLogin, type PasskeyLogin } from '../passkeys/passkey-login.ts'
import { countSession, startSession } from '../start-session.ts'

/**
 * Logs a user in with a passkey alone. Attempts are not counted, because a signature cannot be guessed: an attempt
 * without a passkey costs this service an HMAC and a look-up only.
 * @throws {Failure} `passkey_invalid`, `passkeys_off`, `sessions_limited`, `user_service_unavailable`
 */
export const logInByPasskey = (
  login: PasskeyLogin,
  input: { credential: PasskeyAssertionResource; device: Device },
): Promise<TokenPairResource> => login.counts.passkeyLogins.of(attemptLogin(login, input))

async function attemptLogin(
  login: PasskeyLogin,
  { credential, device }: { credential: PasskeyAssertionResource; device: Device },
): Promise<TokenPairResource> {
  const { purpose, boundTo } = forLogin
  const { proven, amr: methods } = await login.users.provePasskey({ purpose, bound_to: boundTo, credential })
  const { user } = proven
  const amr = amrOf(methods)
  // A passkey counts as two kinds of proof, so no further step is needed. If that ever changes, a passkey alone must
  // not begin a session (I85).
  if (nextStep({ user, amr, hasFactors: true }, login.demand)) throw new Failure('passkey_invalid')
  countSession(login, user.id)
  const userId = user.id
  const network = siteKey(device.address)
  const now = login.clock.now()
  const { isFresh } = await findFamiliarity(login.db, { countedBy: userId, network, now })
  const begun = { userId, known: proven, amr, device, countedBy: userId, isFamiliar: isFresh }
  return mintTokenPair(login, await startSession(login, begun).catch(asInvalid), user)
}

/** Converts the failure for a user whose sessions were all ended while this login was under way: the passkey is refused. */
function asInvalid(error: unknown): never {
  if (error instanceof Failure && error.code === 'invalid_credentials') throw new Failure('passkey_invalid')
  throw error
}
