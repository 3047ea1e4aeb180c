import type { IncomingMessage, ServerResponse } from 'node:http'
import { currentTrace, runWithTrace } from '../../log/tracing.ts'
import { commonHeaders } from '../send-reply.ts'

/**
 * A function that sets the headers of a reply with which a browser shows it to a script of another origin (CORS, section 3.3 of
 * fetch.spec.whatwg.org). Returns true for a preflight request of an allowed origin, which `answerPreflight` answers.
 */
export type Cors = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Allows scripts of these origins to call the API. Cookies are never allowed: credentials are bearer tokens, which no browser
 * adds by itself.
 */
export function corsFor(origins: readonly string[]): Cors {
  const allowed = new Set(origins)
  return (request, response) => {
    if (!isForScripts(request.url ?? '')) return false
    // Without `Vary: Origin`, a cache would give the reply for one origin, or for none, to the page of another.
    response.setHeader('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return false
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('access-control-expose-headers', exposedHeaders)
    return isPreflight(request)
  }
}

export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/**
 * Returns whether scripts of an allowed origin may call a path. They may not call internal routes, nor pages, which may have
 * cookies and forms. They may call an unknown path, so that the script sees the 404. An encoded path such as `/%64ev` is
 * refused, because the router would decode it to `/dev`, and no path of the API begins in an encoded way.
 */
export const isForScripts = (path: string): boolean => path.startsWith('/') && !notForScripts.test(path)

const notForScripts =
  /^\/(?:\?|$|(?:internal|dev|account|console|docs|problems|openapi|llms|health\/arrival)(?![\w-])|[^/?]*%)/

/**
 * Answers a preflight request, which asks whether a request may be sent. It has the same answer for every path and at any time:
 * after a refused preflight, the browser would not send the request, and the script could not distinguish a 404 or a 503 from a
 * network fault.
 */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  const requestId = runWithTrace(request.headers, () => currentTrace()?.requestId ?? '')
  response.writeHead(204, { ...commonHeaders, ...preflightHeaders, 'x-request-id': requestId }).end()
}

export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, traceparent, X-Request-Id',
  // Two hours, in seconds. Chromium keeps the answer to a preflight no longer than that.
  'access-control-max-age': '7200',
}

/** The headers of replies that a script may read, besides those that every script may read, such as `Content-Type`. */
export const exposedHeaders =
  'Allow, Content-Disposition, ETag, Latchkey-Sessions, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id'
