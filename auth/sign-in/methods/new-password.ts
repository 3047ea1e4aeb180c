import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { replacePasswordEndpoint } from '#contract/sign-in/internal-users.ts'
import { passwordChangeBuckets } from '../limits/login-limits.ts'
import { beginAttempt } from '../limits/login-throttle.ts'
import type { Method } from '../method.ts'

/**
 * Changes the password of the user of a session, who must give the current one. All sessions of the user end, and a new
 * session begins with the level of the current session. Guesses at the current password have the same rate limit as
 * failed logins.
 * @throws {Failure} `invalid_credentials`, `password_unacceptable`, `reauthentication_required`, `login_name_limited`,
 * `changes_limited`, `overloaded`, `user_service_unavailable`
 */
export const byNewPassword = (
  caller: SignedInCaller,
  given: { currentPassword: string; newPassword: string },
): Method => ({
  async prove(login, { device: { address } }) {
    const { userId, acr } = caller
    const attempt = await beginAttempt(login, passwordChangeBuckets(caller))
    const changed = login.users.ask(replacePasswordEndpoint, {
      user_id: userId,
      current_password: given.currentPassword,
      new_password: given.newPassword,
      address,
      // The fields are sent for level aal2 only. During an upgrade, a user service of the previous version does not know
      // them, but there no user has a second factor either.
      ...(acr === 'aal2' ? { acr, authenticated_at: caller.authenticatedAt } : {}),
    })
    const known = await attempt.check(changed.catch(withLevel))
    const proof = { ...proofOf(caller), known, countedBy: userId, release: attempt.release }
    return { ...proof, isReplacing: true, isNetworkStored: false }
  },
  refused: 'invalid_credentials',
})

/**
 * Returns the proof (methods and time) for the new session. A second factor that was given in the old session stays in
 * the proof with its own time: this request checks only the password, and must not make the factor look recent.
 */
const proofOf = ({ acr, amr, authenticatedAt }: SignedInCaller) =>
  acr === 'aal2' ? { amr, authenticatedAt: Date.parse(authenticatedAt) } : { amr: ['pwd'] }

/** Adds the required level `aal2` to a refusal of the user service, because its reply does not contain the level. */
function withLevel(error: unknown): never {
  if (error instanceof Failure && error.code === 'reauthentication_required')
    throw new Failure(error.code, { acr: 'aal2' })
  throw error
}
