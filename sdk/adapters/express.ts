import type { Caller } from '../server/caller.ts'
import type { Exchange } from '../server/exchange.ts'
import { HttpFailure } from '../server/http-failure.ts'
import type { WebSession } from '../server/web-session.ts'
import {
  fromNodeRequest,
  headersOf,
  type NodeRequest,
  type NodeResponse,
  sendByNode,
} from './node-exchange.ts'

interface ExpressRequest extends NodeRequest {
  originalUrl: string
  ip?: string | undefined
}
type Next = (error?: unknown) => void

/** The middlewares of a session for Express, made by `expressSession`. */
export interface ExpressSession {
  /**
   * The middleware that begins the session of each request. It must be the first one of the application, before the body
   * parsers.
   */
  open(request: ExpressRequest, response: NodeResponse, next: Next): void
  /**
   * Makes a middleware that lets only signed-in callers pass, or only callers with a role, for a route or everything below a
   * path.
   */
  require(role?: Caller['role']): (request: ExpressRequest, response: NodeResponse, next: Next) => void
  /**
   * The error handler, which must be the last middleware. It answers the failures of `requireCaller` by a redirect or a
   * problem document.
   */
  failures(error: unknown, request: ExpressRequest, response: NodeResponse, next: Next): void
}

/**
 * Puts a web session into an Express application (version 5; 4 if the handlers pass their errors on). The address of the person
 * is `request.ip`: behind a proxy, set `trust proxy`.
 * @example
 * const latchkey = expressSession(session)
 * app.use(latchkey.open)
 * app.use('/admin', latchkey.require('admin'))
 * app.get('/', async (request, response) => response.json(await session.caller(request)))
 * app.use(latchkey.failures)
 */
export function expressSession(session: WebSession): ExpressSession {
  function failures(error: unknown, _request: ExpressRequest, response: NodeResponse, next: Next): void {
    if (error instanceof HttpFailure && !response.headersSent)
      sendByNode(error.getResponse(), response).catch(next)
    else next(error)
  }
  return {
    open(request, response, next) {
      const { originalUrl: target, ip: address } = request
      const exchange = session.begin(request, fromNodeRequest(request, { target, address }))
      completeAtHead(response, exchange)
      exchange
        .answer()
        .then((own) => (own ? sendByNode(own, response) : next()))
        .catch(next)
    },
    require: (role) => (request, response, next) => {
      session.requireCaller(request, role).then(
        () => next(),
        (error: unknown) => failures(error, request, response, next),
      )
    },
    failures,
  }
}

/**
 * Completes the headers at the moment when they are written. Express removes headers that were set earlier when it answers an
 * error, and the cookie with refreshed tokens must not be lost with them. The headers that `writeHead` is given are set first,
 * as Node does: if they were set last, they could replace the cookie, or make a reply with a cookie cacheable.
 */
function completeAtHead(response: NodeResponse, exchange: Exchange): void {
  const writeHead = response.writeHead
  response.writeHead = (status, message, headers) => {
    const hasMessage = typeof message === 'string'
    setHeaders(response, hasMessage ? headers : (headers ?? message))
    exchange.finish(headersOf(response))
    return writeHead.apply(response, hasMessage ? [status, message] : [status])
  }
}

/** Sets the headers in each form that `writeHead` of Node takes: an object, a list of names and values, or a list of pairs. */
function setHeaders(response: NodeResponse, headers: unknown): void {
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
    return
  }
  const list = Array.isArray(headers[0]) ? headers.flat() : headers
  const pairs = list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]] as const] : []))
  // A list may have a name several times. All of its values are kept, and together they replace a header that was set before.
  for (const [name] of pairs) response.removeHeader(name)
  for (const [name, value] of pairs) response.appendHeader(name, value)
}
