/** The tokens of a session, as the cookie holds them. */
export interface SessionTokens {
  accessToken: string
  refreshToken: string
  /** The ID token of a sign-in through the hosted pages; undefined for a sign-in by a form of the application. */
  idToken?: string | undefined
}

/** The maximum size of name and value together, in bytes. Browsers drop a larger cookie (RFC 6265bis section 5.6). */
const maxCookieBytes = 4_096
/**
 * The pattern of the name. Its prefix makes browsers refuse the cookie from another host or subdomain, for a path, or over http.
 */
const cookieName = /^__Host-[\w-]{1,64}$/
export const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'
/** A JWT. The refresh token of the OpenID provider has four parts, where Latchkey's own is a JWT. */
const jwt = String.raw`[\w-]+\.[\w-]+\.[\w-]+`
const ofOwnForm = new RegExp(`^(${jwt})~(${jwt})$`)
const ofHostedPages = new RegExp(String.raw`^(${jwt}\.[\w-]+)~(${jwt})~(${jwt})$`)

/**
 * Checks the name of the cookie.
 * @throws {TypeError}
 */
export function checkCookieName(name: string): string {
  if (!cookieName.test(name))
    throw new TypeError(
      `${name} is no name for the cookie: it begins with __Host- and goes on with letters, digits, _ or -.`,
    )
  return name
}

/**
 * Reads the tokens out of a Cookie header (RFC 6265 section 4.2), without verifying them. Returns undefined when there are
 * none or they cannot be read. It also does so for two cookies of the same name: somebody else has set one of them, and the
 * header does not say which.
 */
export function readSessionCookie(header: string | undefined, name: string): SessionTokens | undefined {
  const values = pairsOf(header)
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  const [value = ''] = values
  if (values.length !== 1 || value.length > maxCookieBytes) return undefined
  const [, refreshToken, accessToken, idToken] = ofOwnForm.exec(value) ?? ofHostedPages.exec(value) ?? []
  return refreshToken && accessToken
    ? { refreshToken, accessToken, ...(idToken ? { idToken } : {}) }
    : undefined
}

/**
 * Splits a Cookie header. Only spaces and tabs are trimmed: String.trim would also remove no-break spaces, and accept a cookie
 * of another name.
 */
export const pairsOf = (header = ''): string[] =>
  header
    .split(';')
    .map((pair) => pair.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((pair) => pair !== '')

const toValue = ({ refreshToken, accessToken, idToken }: SessionTokens): string =>
  [refreshToken, accessToken, ...(idToken ? [idToken] : [])].join('~')

/**
 * Writes the Set-Cookie header of a session.
 * @throws {Error} for tokens that no browser would keep: the session would be lost without an error
 */
export function writeSessionCookie(name: string, tokens: SessionTokens, maxAgeSeconds: number): string {
  const cookie = `${name}=${toValue(tokens)}`
  if (cookie.length > maxCookieBytes)
    throw new Error(
      `The tokens make a cookie of ${cookie.length} bytes, and browsers keep ${maxCookieBytes}. Use a shorter LATCHKEY_ISSUER or LATCHKEY_AUDIENCE, and EdDSA in place of RS256, also as id_token_signed_response_alg of the client.`,
    )
  return `${cookie}; ${attributes}; Max-Age=${Math.max(0, Math.floor(maxAgeSeconds))}`
}

/**
 * Returns a Cookie header with these tokens in place of those of the session, or without the cookie of the session if there
 * are no tokens.
 */
export function replaceSessionCookie(
  header: string | undefined,
  name: string,
  tokens?: SessionTokens,
): string {
  const others = pairsOf(header).filter((pair) => !pair.startsWith(`${name}=`))
  return [...others, ...(tokens ? [`${name}=${toValue(tokens)}`] : [])].join('; ')
}

/** Writes the Set-Cookie header that removes the cookie of a session. */
export const removeSessionCookie = (name: string): string => `${name}=; ${attributes}; Max-Age=0`
