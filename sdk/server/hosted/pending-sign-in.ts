import type { WebSessionContext } from '../context.ts'
import { toReturnPath } from '../return-path.ts'
import { attributes, pairsOf } from '../session-cookie.ts'
import type { SignInSecrets } from './provider-requests.ts'

/** A sign-in that was begun in this browser and has not come back yet. */
export interface PendingSignIn extends SignInSecrets {
  /** The path of the application to which the browser is led in the end. */
  returnTo: string
  /** True when no page may be shown, so that a browser that is not signed in comes back without an error. */
  isSilent: boolean
}

/** The time for which a sign-in may take, in seconds: the longest that the hosted pages wait for a person. */
const lifetimeSeconds = 3_600
/** The maximum number of sign-ins that a browser has begun in several tabs. Each is a cookie, and servers limit the headers. */
const maxPending = 3
/** The maximum length of a return path in the cookie. Behind a longer one, the browser is led to `/`. */
const maxReturnPath = 1_000

/**
 * Each sign-in has a cookie of its own, so that sign-ins in two tabs do not disturb each other. The name ends with the beginning
 * of `state`; the response must have the whole.
 */
const prefixOf = ({ cookieName }: Pick<WebSessionContext, 'cookieName'>): string => `${cookieName}-began-`
const nameOf = (context: Pick<WebSessionContext, 'cookieName'>, state: string): string =>
  prefixOf(context) + state.slice(0, 12)

/** Writes the Set-Cookie headers that store a sign-in, and remove those of too many others. */
export function writePending(
  context: Pick<WebSessionContext, 'cookieName'>,
  header: string | undefined,
  { state, nonce, verifier, returnTo, isSilent }: PendingSignIn,
): string[] {
  const path = returnTo.length > maxReturnPath ? '/' : returnTo
  const value = [state, nonce, verifier, isSilent ? '1' : '0', encodePath(path)].join('.')
  const others = pairsOf(header)
    .map((pair) => pair.split('=', 1)[0] ?? '')
    .filter((name) => name.startsWith(prefixOf(context)))
  const surplus = others.slice(0, Math.max(0, others.length - (maxPending - 1)))
  return [
    ...surplus.map((name) => `${name}=; ${attributes}; Max-Age=0`),
    `${nameOf(context, state)}=${value}; ${attributes}; Max-Age=${lifetimeSeconds}`,
  ]
}

/** Finds the sign-in to which a response belongs. Undefined when this browser has not begun it, or it has taken too long. */
export function findPending(
  context: Pick<WebSessionContext, 'cookieName'>,
  header: string | undefined,
  state: string,
): PendingSignIn | undefined {
  const start = `${nameOf(context, state)}=`
  const values = pairsOf(header).filter((pair) => pair.startsWith(start))
  // Of two cookies of one name, somebody else has set one.
  const [pair = ''] = values.length === 1 ? values : []
  const [, kept, nonce, verifier, silent, path] = form.exec(pair.slice(start.length)) ?? []
  if (kept !== state || !nonce || !verifier || path === undefined) return undefined
  return { state, nonce, verifier, isSilent: silent === '1', returnTo: toReturnPath(decodePath(path)) }
}

const form = /^([\w-]{43})\.([\w-]{43})\.([\w-]{43})\.([01])\.([\w-]*)$/

/** Writes the Set-Cookie header that removes a sign-in: each is finished once at most. */
export const removePending = (context: Pick<WebSessionContext, 'cookieName'>, state: string): string =>
  `${nameOf(context, state)}=; ${attributes}; Max-Age=0`

/** Paths are ASCII here, because `toReturnPath` has made them. */
const encodePath = (path: string): string =>
  btoa(path).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

function decodePath(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return '/'
  }
}

const askedName = ({ cookieName }: Pick<WebSessionContext, 'cookieName'>): string => `${cookieName}-asked`

/** True when this browser was asked once whether it is signed in at Latchkey. It is not asked again until it is closed. */
export const wasAsked = (
  context: Pick<WebSessionContext, 'cookieName'>,
  header: string | undefined,
): boolean => pairsOf(header).some((pair) => pair.startsWith(`${askedName(context)}=`))

/** Writes the Set-Cookie header that notes that this browser was asked, or that it may be asked again. */
export const writeAsked = (context: Pick<WebSessionContext, 'cookieName'>, isAsked: boolean): string =>
  `${askedName(context)}=${isAsked ? '1' : ''}; ${attributes}${isAsked ? '' : '; Max-Age=0'}`
