import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import type { UserResource } from '#contract/user.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { headerIn } from '#runtime/http/http-call.ts'
import { isSameOrigin } from '#sdk/server/same-origin.ts'
import { levelOf } from '../../core/level-of.ts'
import type { Session } from '../../core/session.ts'
import type { Device } from '../../sessions/session-store.ts'
import type { PageAnswer, PageRequest } from './answer.ts'
import { findBrowserSession, noCookie } from './browser-session.ts'
import type { Pages } from './pages.ts'

/** A request of a browser in which somebody is signed in. */
export interface Visit {
  request: PageRequest
  user: UserResource
  /** The caller of the use cases. It has no scopes: on these pages an admin acts on their own account only, as everybody does. */
  caller: SignedInCaller
}

/** Answers a request of somebody who is signed in. Everybody else goes to the sign-in page, which leads back to `page`. */
export const forSignedIn =
  (pages: Pages, page: string | undefined, handle: (visit: Visit) => Promise<PageAnswer>) =>
  async (request: PageRequest): Promise<PageAnswer> => {
    const session = await findBrowserSession(pages, request.headers.cookie)
    if (!session) return { to: signInPage({ return_to: page }) }
    const known = await pages.users.findUser(session.userId)
    if (!known) return { to: signInPage({}), cookie: noCookie }
    try {
      return await handle({ request, user: known.user, caller: callerOf(session) })
    } catch (error) {
      // The user service asks for a recent login before some changes. A new sign-in is one.
      if (error instanceof Failure && error.code === 'reauthentication_required')
        return { to: signInPage({ return_to: page, again: 'true' }) }
      throw error
    }
  }

function signInPage(parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((one): one is [string, string] => one[1] !== undefined)
  return given.length === 0 ? 'sign-in' : `sign-in?${new URLSearchParams(given)}`
}

const callerOf = (session: Session): SignedInCaller => ({
  userId: session.userId,
  sessionId: session.id,
  authenticatedAt: toRfc3339(session.authenticatedAt),
  acr: levelOf(session.amr),
  amr: session.amr,
  scopes: [],
})

export const deviceOf = ({ headers, ip }: PageRequest): Device => ({
  name: null,
  userAgent: headers['user-agent']?.slice(0, 500) ?? null,
  address: ip,
})

export const browserOf = ({ headers, ip }: PageRequest) => ({ cookies: headers.cookie, address: ip })

/**
 * Refuses a form that no page of ours has sent: a browser adds the cookie of the person to any form. Every browser of the last
 * years sends `Sec-Fetch-Site` over https; the others send `Origin`.
 * @throws {Failure} `forbidden`
 */
export function requireOwnForm({ publicUrl }: Pick<Pages, 'publicUrl'>, request: PageRequest): void {
  const header = (name: string) => headerIn(request, name)
  const origins = [new URL(publicUrl).origin, `${request.protocol}://${request.host}`]
  if (!isSameOrigin({ header }, origins)) throw new Failure('forbidden')
}
