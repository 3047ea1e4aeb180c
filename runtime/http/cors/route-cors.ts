import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#contract/failures.ts'
import type { Readers, Route } from '../../route.ts'
import { commonHeadersOf } from '../send-reply.ts'
import { exposedHeaders, preflightHeaders } from './cors.ts'

type Check = (request: FastifyRequest) => void

/**
 * Answers the preflight requests of a route that has readers besides `LATCHKEY_BROWSER_ORIGINS`. A preflight names no client, so
 * that every origin may send the request; the reply to that request says whether its script may read it.
 */
export function addPreflight(
  app: FastifyInstance,
  { endpoint, readers }: Pick<Route, 'endpoint'> & { readers: Readers },
  path: string,
  check: Check,
): void {
  const allow = endpoint.method === 'GET' ? 'GET, HEAD' : endpoint.method
  app.route({
    method: 'OPTIONS',
    url: path,
    handler: (request, reply) => {
      check(request)
      const { origin, 'access-control-request-method': asked } = request.headers
      if (asked === undefined) throw new Failure('method_not_allowed', { headers: { allow } })
      const reader = readers === 'everyone' ? '*' : origin
      const isAllowed = reader === '*' || isOrigin(reader)
      if (readers !== 'everyone') reply.raw.setHeader('vary', 'Origin')
      if (isAllowed) allowReader(reply, reader)
      const headers = isAllowed ? { ...preflightHeaders, 'access-control-allow-methods': allow } : {}
      reply
        .code(204)
        .headers({ ...commonHeadersOf(request), ...headers })
        .send()
    },
  })
}

/**
 * Makes the hook that sets the CORS header of every reply of a route, also of failures, as a script must see why it was refused.
 * It runs when the body has been read, which has the `client_id` of a public client.
 */
export function readersHook(readers: Readers) {
  return async ({ headers: { origin }, body }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (readers === 'everyone') return allowReader(reply, '*')
    reply.raw.setHeader('vary', 'Origin')
    if (!isOrigin(origin)) return
    const clientId = typeof body === 'object' && body && 'client_id' in body ? body.client_id : undefined
    if (typeof clientId === 'string' && (await readers({ origin, clientId }))) allowReader(reply, origin)
  }
}

/** Every sandboxed frame and local file has the origin `null`, so that it identifies no page. */
const isOrigin = (origin: string | undefined): origin is string => origin !== undefined && origin !== 'null'

// A header of the raw reply is sent with every kind of answer, also with those that are written without Fastify.
function allowReader({ raw }: FastifyReply, origin: string): void {
  raw.setHeader('access-control-allow-origin', origin)
  raw.setHeader('access-control-expose-headers', exposedHeaders)
}
