import { Failure } from '#contract/declaration/failures.ts'
import { findBrowserSession, renewBrowserSession } from '../../browser-sessions/index.ts'
import { findSession } from '../../core/session-store.ts'
import { type AuthenticatedIdentity, type FederatedLogin, stepUpByIdentity } from '../../federation/index.ts'
import { stepUp } from '../../sign-in/index.ts'
import type { PageAnswer, PageRequest } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { takesPasskeys } from '../core/passkeys-here.ts'
import { ownPage, returnTarget } from '../core/return-target.ts'
import { callerOf, deviceOf, withReturn } from '../core/visit.ts'
import { secondFactorView } from '../sign-in/second-factor.ts'

/**
 * Completes a step-up after a person has authenticated again at a provider, for the session in which it began. A user
 * with a second factor at Latchkey must give it next, and the session does not change until then (I116).
 */
export async function completeProviderStepUp(
  pages: Pages,
  { request, begun, person }: { request: PageRequest; begun: FederatedLogin; person: AuthenticatedIdentity },
): Promise<PageAnswer> {
  const page = ownPage(begun.returnTo)
  const present = await findBrowserSession(pages, request.headers.cookie)
  // Browsers send no session cookie with a form of another site. The session is then the one that began the login, which the
  // secret of the browser has proven.
  const session =
    present ?? (request.method === 'POST' ? await findSession(pages.db, begun.sessionId ?? '') : undefined)
  if (!session) return { to: withReturn('sign-in', page) }
  try {
    const method = stepUpByIdentity(callerOf(session), { begun, person })
    await stepUp(pages, method, { device: deviceOf(request) })
    const cookie = await renewBrowserSession(pages, request.headers.cookie)
    return { to: page ?? '../account', ...(cookie === undefined ? {} : { cookie }) }
  } catch (error) {
    if (!(error instanceof Failure) || !error.loginStep) throw error
    const { token } = error.loginStep
    const target = returnTarget(begun.returnTo, pages.returnOrigins)
    const hasPasskeys = takesPasskeys(pages, request)
    return { view: await secondFactorView(pages, error, { token, target, hasPasskeys }) }
  }
}
