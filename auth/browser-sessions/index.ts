/**
 * # Browser sessions
 *
 * A person who signs in on the account pages gets no tokens, but a *session cookie* with a random secret, of which a digest is
 * stored beside the session. The admin console has *limits* of its own: after some time without use, or since the last sign-in,
 * it asks admins to confirm who they are.
 *
 * Ada signs in on a page, and `beginBrowserSession` (`browser-session.ts`) makes a cookie for the session that has begun;
 * another session that the browser had ends. With each further page the cookie leads to the living session
 * (`browser-session-store.ts`), and `signed-in-user.ts` asks the user service whether Ada may still be signed in. The OpenID
 * provider recognizes her by the same cookie. She confirms who she is, and `renewBrowserSession` gives her another cookie,
 * because the session has more rights now.
 *
 * Ada is an admin and opens the console: `console-browser.ts` finds her session, checks the limits, stores the use, and makes an
 * access token with which the console calls the API. If a limit has passed, the console leads to the page for re-authentication
 * (`pages/factors/prove.ts`).
 */
import type { UserResource } from '#contract/users/user.ts'
import type { Module } from '#runtime/module.ts'
import type { Auth } from '../core/auth.ts'
import { expiredBrowserSessions } from './browser-session-store.ts'
import {
  type ConsoleBrowser,
  type ConsoleLimits,
  type ConsoleRequest,
  findConsoleBrowser,
} from './console-browser.ts'
import { findUserOfBrowser } from './signed-in-user.ts'

/**
 * Begin, find, renew and end the session of a browser. `noCookie` is the header that removes the cookie, and `hasCookie` tells
 * whether the browser has sent one.
 */
export {
  beginBrowserSession,
  endBrowserSession,
  findBrowserSession,
  hasCookie,
  noCookie,
  renewBrowserSession,
} from './browser-session.ts'
/** Removes a cookie whose session has ended. */
export { removeBrowserSession } from './browser-session-store.ts'
/** The limits of the admin console, and the one that has passed for a browser. */
export { type ConsoleLimits, findPassedLimit } from './console-browser.ts'
/** Finds the user of a session, who must be neither deleted nor suspended. */
export { findSignedInUser } from './signed-in-user.ts'

export interface BrowserSessions extends Module {
  /** Finds the user who is signed in with a browser, by its Cookie header. */
  findUserOfBrowser(cookies: string | undefined): Promise<UserResource | undefined>
  /** Finds the person who opens a page of the admin console, within its limits. */
  findConsoleBrowser(limits: ConsoleLimits, request: ConsoleRequest): Promise<ConsoleBrowser | undefined>
}

/** Opens the module that finds who is signed in with a browser. */
export const openBrowserSessions = (auth: Auth): BrowserSessions => ({
  sweeps: [expiredBrowserSessions],
  findUserOfBrowser: (cookies) => findUserOfBrowser(auth, cookies),
  findConsoleBrowser: (limits, request) => findConsoleBrowser(auth, limits, request),
})
