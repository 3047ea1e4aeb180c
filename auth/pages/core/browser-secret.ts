import { randomBytes } from 'node:crypto'
import { cookieValues, setCookie } from '#runtime/http/cookie.ts'
import { federatedLoginMs, type Provider, sendsForm } from '../../federation/index.ts'

const cookieName = '__Host-latchkey-fed'
/**
 * The name of the cookie for a provider that sends people back with a form: browsers send no `Lax` cookie with a form of
 * another site.
 */
const formCookieName = '__Secure-latchkey-fed'

/**
 * Returns the secret that binds the response of a provider to this browser (I142), and the Set-Cookie headers that store it. A
 * browser that has a secret keeps it, so that a login that was begun in another tab stays valid.
 */
export function browserSecret(
  cookies: string | undefined,
  provider: Provider,
): { secret: string; cookie: string[] } {
  const secret = findBrowserSecret(cookies) ?? randomBytes(32).toString('base64url')
  const cookie = [setCookie(cookieName, secret, federatedLoginMs)]
  if (sendsForm(provider)) cookie.push(formCookie(secret, federatedLoginMs))
  return { secret, cookie }
}

/** Finds the secret in a Cookie header. If two cookies have this name, neither is used, because one of them is not ours. */
export function findBrowserSecret(cookies: string | undefined): string | undefined {
  return secretIn(cookieValues(cookies, cookieName))
}

/** Finds the secret in the request of a form that a provider has sent. */
export function findFormSecret(cookies: string | undefined): string | undefined {
  return secretIn(cookieValues(cookies, formCookieName))
}

const secretIn = ([value = '', ...more]: string[]): string | undefined =>
  more.length === 0 && /^[\w-]{43}$/.test(value) ? value : undefined

/** Makes the Set-Cookie header for a provider that sends a form. Its attributes are those of no other cookie of the pages. */
const formCookie = (secret: string, lifetimeMs: number): string =>
  `${formCookieName}=${secret}; Path=/; Secure; HttpOnly; SameSite=None; Max-Age=${lifetimeMs / 1_000}`

/** The Set-Cookie headers that remove the secret. */
export const noBrowserSecret: readonly string[] = [setCookie(cookieName, '', 0), formCookie('', 0)]
