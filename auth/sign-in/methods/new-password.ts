import type { Caller, SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import type { Device } from '../../sessions/session-store.ts'
import { mintTokenPair } from '../../tokens/token.ts'
import { passwordChangeBuckets } from '../limits/login-limits.ts'
import { beginAttempt } from '../limits/login-throttle.ts'
import type { Login } from '../login.ts'
import { startSession } from '../start-session.ts'

/**
 * Changes a user's own password. Guesses at the current password are rate limited as failed logins are. All sessions of the user
 * end, and the caller gets a new one of the same level.
 */
export async function changePassword(
  login: Login,
  input: { caller: Caller; currentPassword: string; newPassword: string; device: Device },
): Promise<TokenPairResource> {
  const { caller } = input
  if (caller.userId === undefined) throw new Failure('forbidden')
  const { userId } = caller
  const attempt = await beginAttempt(login, passwordChangeBuckets(caller))
  const changed = login.users.changePassword({
    user_id: userId,
    current_password: input.currentPassword,
    new_password: input.newPassword,
    address: input.device.address,
    // The fields are sent for level aal2 only. During an upgrade, a user service of the previous version does not know
    // them, but there no user has a second factor either.
    ...(caller.acr === 'aal2' ? { acr: caller.acr, authenticated_at: caller.authenticatedAt } : {}),
  })
  const { user, ...known } = await attempt.check(changed.catch(withLevel))
  const begun = { ...proofOf(caller), userId, countedBy: userId, known, device: input.device }
  const [session] = await Promise.all([startSession(login, begun), attempt.takeBack()])
  return mintTokenPair(login, session, user)
}

/**
 * Returns the proof (methods and time) for the new session. A second factor that was proven in the old session still
 * counts, with the time when it was proven: this request proves the password only, and must not make an old proof of
 * the factor a fresh one.
 */
const proofOf = ({ acr, amr, authenticatedAt }: SignedInCaller) =>
  acr === 'aal2' ? { amr, authenticatedAt: Date.parse(authenticatedAt) } : { amr: ['pwd'] }

/** Adds the required level `aal2` to a refusal of the user service, because its reply does not contain the level. */
function withLevel(error: unknown): never {
  if (error instanceof Failure && error.code === 'reauthentication_required')
    throw new Failure(error.code, { acr: 'aal2' })
  throw error
}
