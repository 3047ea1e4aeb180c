import type { Exchange } from '../server/exchange.ts'
import type { WebSession } from '../server/web-session.ts'
import {
  fromNodeRequest,
  headersOf,
  type NodeRequest,
  type NodeResponse,
  sendByNode,
} from './node-exchange.ts'

/** A request of Node, perhaps with what frameworks add to it. */
export interface RoutedRequest extends NodeRequest {
  url?: string | undefined
  /** The whole path, where a router has cut its own prefix off `url`. */
  originalUrl?: string | undefined
  /** The network address of the person, where the framework knows the trusted proxies. */
  ip?: string | undefined
  socket?: { remoteAddress?: string | undefined } | undefined
}

/** The middleware of a session for servers of Node, made by `nodeSession`. */
export interface NodeSession {
  /**
   * Begins the session of a request: it answers the routes of the session, and calls `next` for every other request, whose caller
   * `session.caller(request)` returns. It must come before everything that reads a body.
   */
  open(request: RoutedRequest, response: NodeResponse, next: (error?: unknown) => void): void
}

/**
 * Puts a web session into a server of Node: `http.createServer`, or a framework that takes middlewares of Connect. The address of
 * the person is `request.ip`, or else the peer of the connection.
 * @example
 * const { open } = nodeSession(session)
 * createServer((request, response) => open(request, response, () => answer(request, response)))
 */
export const nodeSession = (session: WebSession): NodeSession => ({
  open(request, response, next) {
    const target = request.originalUrl ?? request.url ?? '/'
    const address = request.ip ?? request.socket?.remoteAddress
    const exchange = session.begin(request, fromNodeRequest(request, { target, address }))
    completeAtHead(response, exchange)
    exchange
      .answer()
      .then((own) => (own ? sendByNode(own, response) : next()))
      .catch(next)
  },
})

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
