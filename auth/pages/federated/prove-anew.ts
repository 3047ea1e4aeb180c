import { Failure } from '#contract/declaration/failures.ts'
import { findBrowserSession, renewBrowserSession } from '../../sessions/browser/browser-session.ts'
import { findSession } from '../../sessions/session-store.ts'
import type { FederatedLogin } from '../../sign-in/federation/federated-login-store.ts'
import type { ProvenPerson } from '../../sign-in/federation/providers/provider.ts'
import { stepUpByIdentity } from '../../sign-in/federation/step-up-by-identity.ts'
import type { PageAnswer, PageRequest } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { ownPage } from '../core/return-target.ts'
import { callerOf, withReturn } from '../core/visit.ts'

/**
 * Completes a step-up after a person has given a new proof at a provider, in the session that asked for it. A user with a
 * second factor at Latchkey must prove it too, in a sign-in that has this proof as its first step.
 */
export async function proveAnew(
  pages: Pages,
  { request, begun, person }: { request: PageRequest; begun: FederatedLogin; person: ProvenPerson },
  signIn: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const page = ownPage(begun.returnTo)
  const present = await findBrowserSession(pages, request.headers.cookie)
  // Browsers send no session cookie with a form of another site. The session is then the one that began the login, which the
  // secret of the browser has proven.
  const session =
    present ?? (request.method === 'POST' ? await findSession(pages.db, begun.sessionId ?? '') : undefined)
  if (!session) return { to: withReturn('sign-in', page) }
  try {
    const askSecondFactor = () => new Failure('second_factor_required')
    const caller = callerOf(session)
    await stepUpByIdentity(pages.federation, { begun, person, caller, askSecondFactor })
    const cookie = await renewBrowserSession(pages, request.headers.cookie)
    return { to: page ?? '../account', ...(cookie === undefined ? {} : { cookie }) }
  } catch (error) {
    if (error instanceof Failure && error.code === 'second_factor_required') return signIn()
    throw error
  }
}
