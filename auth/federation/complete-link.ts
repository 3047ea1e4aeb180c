import type { Caller } from '#contract/declaration/endpoint.ts'
import { linkOwnIdentityEndpoint } from '#contract/sign-in/own-factors.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import { requireUser } from '../core/require-user.ts'
import type { Federation } from './federation.ts'
import { finishAtProvider } from './finish-at-provider.ts'
import { toIdentity } from './identity.ts'

/**
 * Links an account that a provider has authenticated to a user, for the client of the API that began the link in a
 * session of this user. A recent login is required before the response is used up, so that the client can let the
 * person step up and send the same response again. The user service requires it once more when it writes (I115).
 * @throws {Failure} `forbidden`, `reauthentication_required`, `login_expired`, `identity_taken`, `too_many_identities`,
 * `email_unverified`, and what `finishAtProvider` throws
 */
export async function completeLink(
  federation: Federation,
  input: { provider: string; token: string; response: string; caller: Caller },
): Promise<void> {
  const { provider, token } = input
  const caller = requireUser(input.caller)
  await requireRecentLogin(federation, caller)
  const { userId, sessionId, authenticatedAt, acr, amr } = caller
  const response = new URLSearchParams(input.response)
  const { person } = await finishAtProvider(federation, {
    provider,
    browser: token,
    response,
    purpose: 'link',
    sessionId,
  })
  await federation.users.ask(linkOwnIdentityEndpoint, {
    user_id: userId,
    session_id: sessionId,
    authenticated_at: authenticatedAt,
    acr,
    amr: [...amr],
    ...toIdentity(person),
  })
}
