import { Failure } from '#contract/declaration/failures.ts'
import { hasCookie } from '../../browser-sessions/index.ts'
import { endOneSession, endUserSessions, listSessions } from '../../sessions/index.ts'
import { listDevices } from '../../sign-in/index.ts'
import type { PageAnswer, PageRequest } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { takesPasskeys } from '../core/passkeys-here.ts'
import { forSignedIn, type Visit } from '../core/visit.ts'
import { findOwnFactors } from '../factors/proven.ts'
import { showing, toSignIn } from '../view/view.ts'
import { overview } from './overview-view.ts'

/**
 * The limit for the list of sessions. It is not below the maximum number of sessions of a user, so that one page shows
 * all of them.
 */
const allSessions = 200

/** Shows everything about the account of the person who is signed in. */
export async function showOverview(pages: Pages, request: PageRequest): Promise<PageAnswer> {
  // If the cookie is missing directly after a sign-in, the browser has refused it. A redirect to the sign-in page would
  // be endless.
  if (request.query.from === 'sign-in' && !hasCookie(request.headers.cookie))
    return { view: showing(({ cookieRefused }) => cookieRefused, toSignIn) }
  return forSignedIn(pages, undefined, async ({ user, caller }) => {
    const { userId } = caller
    const [own, devices, { sessions }, apps] = await Promise.all([
      findOwnFactors(pages, { caller }),
      listDevices(pages, { userId, caller }),
      listSessions(pages, { userId, caller, limit: allSessions }),
      pages.apps?.section(userId),
    ])
    const { done } = request.query
    const takesMore = takesPasskeys(pages, request)
    const shown = { user, own, takesMore, devices, apps, sessions, providers: pages }
    return { view: overview(shown, typeof done === 'string' ? done : undefined) }
  })(request)
}

/** Ends one session of the person who is signed in. If the session does not exist any more, that counts as success. */
export async function endSessionOnPage(pages: Pages, { request, caller }: Visit): Promise<PageAnswer> {
  const sessionId = request.body?.id ?? ''
  try {
    await endOneSession(pages, { userId: caller.userId, sessionId, caller, address: request.ip })
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'session_not_found')) throw error
  }
  return { to: '../account?done=session' }
}

/** Ends all sessions of the person except the one of this browser. */
export async function endOtherSessionsOnPage(pages: Pages, { request, caller }: Visit): Promise<PageAnswer> {
  await endUserSessions(pages, { userId: caller.userId, scope: 'others', caller, address: request.ip })
  return { to: '../account?done=sessions' }
}
