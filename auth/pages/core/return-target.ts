import { toReturnPath } from '#sdk/server/return-path.ts'

/** The page or the application to which a browser goes after the sign-in. */
export interface ReturnTarget {
  /** A URL, a path that begins with `/`, or one relative to `/account/`. */
  to: string
  /** The value of the hidden field `return_to`; undefined when the sign-in began without a target. */
  asSent: string | undefined
  /** The query for links to other pages of the sign-in (such as sign-up), so that they lead to the same target in the end. */
  query: string
  /**
   * The origin of the target, if it is another site. The Content-Security-Policy must allow the form to be redirected
   * there.
   */
  origin: string | undefined
}

const home: ReturnTarget = {
  to: '../account?from=sign-in',
  asSent: undefined,
  query: '',
  origin: undefined,
}

const leadingTo = (to: string, origin?: string): ReturnTarget => ({
  to,
  asSent: to,
  query: `?${new URLSearchParams({ return_to: to })}`,
  origin,
})

const longest = 2_048

/**
 * The account pages that a sign-in or a re-authentication may lead back to. They are relative names, because a proxy
 * may have changed the path in front of them.
 */
const ownPages = [
  'name',
  'email',
  'password',
  'delete',
  'app',
  'confirm-app',
  'remove-app',
  'recovery-codes',
  'add-passkey',
  'link-identity',
]
const ofWayIn = /^(?:rename-passkey|remove-passkey|remove-identity)\?id=[0-9a-f-]{36}$/
const ofApp = /^authorize\?interaction=([\w-]{20,64})$/
/**
 * The page on which a person adds an authenticator app because an OpenID client requires it, and which then leads back
 * to the request of that client.
 */
const leadsToApp = /^app\?return_to=authorize%3Finteraction%3D[\w-]{20,64}$/

/** A page of the admin console, with the values that a person typed on it in the query. */
const ofConsole = /^\.\.\/console\/[a-z-]{1,40}(?:\?[\w%&=.+*-]{0,1600})?$/

const isOwnPage = (text: string): boolean =>
  ownPages.includes(text) ||
  ofConsole.test(text) ||
  ofWayIn.test(text) ||
  ofApp.test(text) ||
  leadsToApp.test(text)

/** Says whether a page is one of the admin console. */
export const isOfConsole = (page: string | undefined): boolean => page !== undefined && ofConsole.test(page)

/**
 * Returns the page that continues with the authorization request of an app. It has only the id of the stored request,
 * so that no URL from outside is trusted (I124).
 */
export const authorizePage = (interaction: string): string =>
  `authorize?${new URLSearchParams({ interaction })}`

/** Returns the id of the authorization request that a return target continues with; undefined for every other target. */
export const interactionIn = (target: string | undefined): string | undefined =>
  target === undefined ? undefined : ofApp.exec(target)?.[1]

/**
 * Returns the id of the authorization request that a return target continues with, directly or after another page, such
 * as the one that adds an authenticator app.
 */
export const anyInteractionIn = (target: string): string | undefined =>
  /^(?:app\?return_to=)?authorize(?:\?|%3F)interaction(?:=|%3D)([\w-]{20,64})$/.exec(target)?.[1]

/**
 * Returns the account page that a text names; undefined for any other text. After a re-authentication, only such a page
 * can follow.
 */
export const ownPage = (text: unknown): string | undefined =>
  typeof text === 'string' && isOwnPage(text) ? text : undefined

/** Returns the id of the authorization request that a page is a step of, by the query of the page; undefined for every other page. */
export const interactionOfPage = ({ interaction, return_to }: Record<string, unknown>): string | undefined =>
  typeof interaction === 'string'
    ? interaction
    : anyInteractionIn(typeof return_to === 'string' ? return_to : '')

/**
 * Returns the target that a text names: an account page, a path of the same origin, or a URL at one of the origins that
 * the operator has listed. Any other text leads to the account page, so that nobody can make a link to the sign-in page
 * which takes people to another site (open redirect).
 */
export function returnTarget(text: unknown, origins: readonly string[]): ReturnTarget {
  if (typeof text !== 'string' || text.length > longest || text.includes('\\')) return home
  if (isOwnPage(text)) return leadingTo(text)
  if (text.startsWith('/')) {
    const path = toReturnPath(text)
    return path === '/' && text !== '/' ? home : leadingTo(path)
  }
  // The text itself must begin with the origin and a slash. A check of the parsed URL only could be bypassed where a
  // browser parses the text differently.
  const origin = origins.find((one) => text === one || text.startsWith(`${one}/`))
  const url = origin === undefined ? null : URL.parse(text)
  if (url?.origin !== origin || url?.username || url?.password) return home
  return url ? leadingTo(url.href, origin) : home
}
