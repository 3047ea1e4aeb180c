const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'

/**
 * The name of a cookie. With the prefix `__Host-` browsers refuse it from another host, from a subdomain, for a path or over
 * http; with `__Secure-` they refuse it only over http.
 */
export type CookieName = `__Host-${string}` | `__Secure-${string}`

/** Makes a Set-Cookie header. A lifetime of zero removes the cookie. */
export const setCookie = (name: CookieName, value: string, lifetimeMs: number): string =>
  `${name}=${value}; ${attributes}; Max-Age=${Math.floor(lifetimeMs / 1000)}`

/**
 * Returns the values of all cookies with a name. If there are several, only one can come from this service, and the
 * browser does not say which.
 */
export const cookieValues = (cookies: string | undefined, name: CookieName): string[] =>
  (cookies ?? '')
    .split(';')
    .map((pair) => pair.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
