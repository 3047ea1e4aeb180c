import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#contract/declaration/failures.ts'
import type { Readers, Route } from '../../requests/route.ts'
import { commonHeadersOf } from '../send-reply.ts'
import { preflightHeaders } from './cors.ts'
import { allowReader, isOrigin } from './readers.ts'
import { noteDecided } from './refusals.ts'

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
      if (isAllowed) allowReader(reply.raw, reader)
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
 * It runs when the body has been read, which has the `client_id` of a public client. Failures before it are shown by `refusalsFor`.
 */
export function readersHook(readers: Readers) {
  return async ({ headers: { origin }, body }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (readers === 'everyone') return allowReader(reply.raw, '*')
    reply.raw.setHeader('vary', 'Origin')
    if (!isOrigin(origin)) return
    const clientId = typeof body === 'object' && body && 'client_id' in body ? body.client_id : undefined
    if (typeof clientId !== 'string') return
    const isReader = await readers({ origin, clientId })
    noteDecided(reply.raw)
    if (isReader) allowReader(reply.raw, origin)
  }
}
