import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Registry } from '@prometheus-io/client'
import { Failure } from '#contract/declaration/failures.ts'
import type { Log } from '../log/log.ts'
import { sendProblem } from './problem.ts'
import { commonHeaders } from './send-reply.ts'

/** Answers `GET /metrics` and `HEAD /metrics` in the text format of Prometheus. `read` gives the metrics of each process. */
export function metricsHandler(read: () => Promise<Registry>, log: Log) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isPath = request.url?.split('?', 1)[0] === '/metrics'
    if (!isPath) return sendProblem(request, response, new Failure('route_not_found'))
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendProblem(
        request,
        response,
        new Failure('method_not_allowed', { headers: { allow: 'GET, HEAD' } }),
      )
    try {
      const registry = await read()
      const text = await registry.metrics()
      response.writeHead(200, { ...commonHeaders, 'content-type': registry.contentType }).end(text)
    } catch (error) {
      log.error({ err: error }, 'cannot read metrics')
      response.writeHead(503, commonHeaders).end()
    }
  }
}
