import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { UserResource } from '#contract/users/user.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { findBrowserSession, findSignedInUser, noCookie } from '../../browser-sessions/index.ts'
import { levelOf } from '../../core/level-of.ts'
import type { Session } from '../../core/session.ts'
import type { Device } from '../../core/session-store.ts'
import { noteOwnLanguage, type PageAnswer, type PageRequest } from './answer.ts'
import type { Pages } from './pages.ts'

/** A request of a browser in which somebody is signed in. */
export interface Visit {
  request: PageRequest
  user: UserResource
  /**
   * The caller for the use cases. It has no scopes: on these pages an admin, like everybody else, can change only their
   * own account.
   */
  caller: SignedInCaller
}

type PageOf = string | undefined | ((request: PageRequest) => string | undefined)

/**
 * Answers a request of a signed-in user. Any other browser is redirected to the sign-in page, which then redirects back
 * to `page`. If a change requires re-authentication, the browser is redirected to the page for that, which redirects
 * back to `page` too.
 */
export const forSignedIn =
  (pages: Pages, page: PageOf, handle: (visit: Visit) => Promise<PageAnswer>) =>
  async (request: PageRequest): Promise<PageAnswer> => {
    const here = typeof page === 'function' ? page(request) : page
    const session = await findBrowserSession(pages, request.headers.cookie)
    if (!session) return { to: withReturn('sign-in', here) }
    const user = await findSignedInUser(pages, session)
    if (!user) return { to: 'sign-in', cookie: noCookie }
    noteOwnLanguage(request, user.locale)
    try {
      return await handle({ request, user, caller: callerOf(session) })
    } catch (error) {
      if (error instanceof Failure && error.code === 'reauthentication_required')
        return { to: withReturn('prove', here) }
      throw error
    }
  }

/** Returns the URL of a page that leads to another account page afterwards. */
export const withReturn = (page: string, to: string | undefined): string =>
  to === undefined ? page : `${page}?${new URLSearchParams({ return_to: to })}`

/** Returns the URL of the sign-in page for somebody who is signed in but wants to use another account. */
export const signInAgain = (to: string): string =>
  `sign-in?${new URLSearchParams({ return_to: to, another: 'true' })}`

/** Makes the caller for the use cases from the session of a browser. */
export const callerOf = (session: Session): SignedInCaller => ({
  userId: session.userId,
  sessionId: session.id,
  authenticatedAt: toRfc3339(session.authenticatedAt),
  acr: levelOf(session.amr),
  amr: session.amr,
  scopes: [],
})

/** Returns the fields that tell the user service who is acting on a page. */
export const personOf = ({ userId, sessionId, authenticatedAt, acr }: SignedInCaller) => ({
  user_id: userId,
  session_id: sessionId,
  authenticated_at: authenticatedAt,
  acr,
})

export const deviceOf = ({ headers, ip }: PageRequest): Device => ({
  name: null,
  userAgent: headers['user-agent']?.slice(0, 500) ?? null,
  address: ip,
})

export const browserOf = ({ headers, ip }: PageRequest) => ({ cookies: headers.cookie, address: ip })
