import { toReturnPath } from '#sdk/server/return-path.ts'

/** The page or the application to which a browser goes after the sign-in. */
export interface ReturnTarget {
  /** A URL, a path that begins with `/`, or one relative to `/account/`. */
  to: string
  /** The value of the hidden field `return_to`; undefined when the sign-in began without a target. */
  asSent: string | undefined
  /** The query of a link to another page that should lead there too. */
  query: string
  /** The origin, if it is another one. The form needs its permission to be redirected there. */
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

/** The pages that a sign-in or a fresh proof leads back to. They are named without a path, which a proxy may have changed. */
const ownPages = [
  ...['name', 'email', 'password', 'delete'],
  ...['app', 'confirm-app', 'remove-app', 'recovery-codes', 'add-passkey', 'link-identity'],
]
const ofWayIn = /^(?:rename-passkey|remove-passkey|remove-identity)\?id=[0-9a-f-]{36}$/
const ofApp = /^authorize\?interaction=([\w-]{20,64})$/
/** The page on which somebody adds the authenticator app that the request of an app needs. */
const leadsToApp = /^app\?return_to=authorize%3Finteraction%3D[\w-]{20,64}$/

const isOwnPage = (text: string): boolean =>
  ownPages.includes(text) || ofWayIn.test(text) || ofApp.test(text) || leadsToApp.test(text)

/** The page that goes on with the request of an app. The request itself is looked up, so that no URL is believed (I124). */
export const authorizePage = (interaction: string): string =>
  `authorize?${new URLSearchParams({ interaction })}`

/** Returns the id of the request of an app that a page of ours goes on with; undefined for every other target. */
export const interactionIn = (target: string | undefined): string | undefined =>
  target === undefined ? undefined : ofApp.exec(target)?.[1]

/** Returns the page of ours that a text names; undefined for everything else, where a fresh proof never leads. */
export const ownPage = (text: unknown): string | undefined =>
  typeof text === 'string' && isOwnPage(text) ? text : undefined

/**
 * Returns where a text leads: to a page of ours, a path of the same origin, or one of the origins that the operator has listed.
 * Everything else leads to the account, so that no link to the sign-in page takes people to another site.
 */
export function returnTarget(text: unknown, origins: readonly string[]): ReturnTarget {
  if (typeof text !== 'string' || text.length > longest || text.includes('\\')) return home
  if (isOwnPage(text)) return leadingTo(text)
  if (text.startsWith('/')) {
    const path = toReturnPath(text)
    return path === '/' && text !== '/' ? home : leadingTo(path)
  }
  // The text itself begins with the origin and a slash, so that no parser reads another host out of it.
  const origin = origins.find((one) => text === one || text.startsWith(`${one}/`))
  const url = origin === undefined ? null : URL.parse(text)
  if (url?.origin !== origin || url?.username || url?.password) return home
  return url ? leadingTo(url.href, origin) : home
}
