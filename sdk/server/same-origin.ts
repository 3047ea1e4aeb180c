import { loopback } from '../service-url.ts'
import type { IncomingRequest } from './incoming-request.ts'

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/**
 * True for a request that may come from any site, because it changes nothing. The handshake of a WebSocket is not safe
 * although it is a GET: all messages that follow on the socket have the rights of the cookie.
 */
export const isSafe = ({ method, header }: IncomingRequest): boolean =>
  safeMethods.includes(method) && header('upgrade') === undefined

/**
 * True when a page of the application itself sent the request. An old browser, and any browser over http, sends no
 * `Sec-Fetch-Site`, but sends `Origin` with each request that changes something. A request without both headers is refused,
 * because nothing says where it comes from.
 */
export function isSameOrigin(
  { header }: Pick<IncomingRequest, 'header'>,
  origins: readonly string[],
): boolean {
  const site = header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = header('origin')
  return origin !== undefined && origins.includes(origin)
}

/**
 * Checks an origin of the application and returns it as browsers write it.
 * @throws {TypeError}
 */
export function checkOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.href !== `${url.origin}/`)
    throw new TypeError(
      `${text} is no origin. Write it as https://app.example.com, with nothing behind the host and port.`,
    )
  if (url.protocol === 'http:' && !loopback.test(url.hostname))
    throw new TypeError(
      `${url.origin} cannot keep a session: over http, browsers drop the Secure cookie of every host but localhost. Serve the application by https, or open it as http://localhost.`,
    )
  return url.origin
}
