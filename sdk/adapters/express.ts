import type { Caller } from '../server/caller.ts'
import { HttpFailure } from '../server/http-failure.ts'
import type { WebSession } from '../server/web-session.ts'
import { nodeSession, type RoutedRequest } from './node.ts'
import { type NodeResponse, sendByNode } from './node-exchange.ts'

type Next = (error?: unknown) => void

/** The middlewares of a session for Express, made by `expressSession`. */
export interface ExpressSession {
  /**
   * The middleware that begins the session of each request. It must be the first one of the application, before the body
   * parsers.
   */
  open(request: RoutedRequest, response: NodeResponse, next: Next): void
  /**
   * Makes a middleware that lets only signed-in callers pass, or only callers with a role, for a route or everything below a
   * path.
   */
  require(role?: Caller['role']): (request: RoutedRequest, response: NodeResponse, next: Next) => void
  /**
   * The error handler, which must be the last middleware. It answers the failures of `requireCaller` by a redirect or a
   * problem document.
   */
  failures(error: unknown, request: RoutedRequest, response: NodeResponse, next: Next): void
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
  const { open } = nodeSession(session)
  function failures(error: unknown, _request: RoutedRequest, response: NodeResponse, next: Next): void {
    if (error instanceof HttpFailure && !response.headersSent)
      sendByNode(error.getResponse(), response).catch(next)
    else next(error)
  }
  return {
    open,
    require: (role) => (request, response, next) => {
      session.requireCaller(request, role).then(
        () => next(),
        (error: unknown) => failures(error, request, response, next),
      )
    },
    failures,
  }
}
