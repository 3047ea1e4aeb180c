import type { FastifyInstance, FastifyRequest } from 'fastify'
import { healthEndpoint, livenessEndpoint } from '#contract/system/health.ts'
import { sentMethod } from '../http/head-request.ts'
import type { SpanStart } from '../log/open-span.ts'
import { runInSpan } from '../log/tracing.ts'
import type { Spans } from './spans.ts'

/**
 * Makes a span of each request, from its headers to the end of its reply. This must be called before the routes are added.
 */
export function traceRequests(app: FastifyInstance, { start }: Spans): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isUntraced(request)) return done()
    const span = start(startOf(request))
    const { raw } = reply
    raw.once('close', () => {
      if (raw.headersSent) span.set('http.response.status_code', raw.statusCode)
      if (raw.headersSent && raw.statusCode >= 500) span.fail(String(raw.statusCode))
      span.end()
    })
    runInSpan(span, done)
  })
}

/** True for a stream, whose span would last for hours, and for health checks, which come every few seconds. */
function isUntraced({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config
  return endpoint?.stream !== undefined || endpoint === healthEndpoint || endpoint === livenessEndpoint
}

function startOf(request: FastifyRequest): SpanStart {
  const { headers, protocol, routeOptions } = request
  const method = sentMethod(request.raw)
  // The span gets the template of the route and not the path, because a path can hold ids, and on pages also tokens.
  const route = routeOptions.url?.replace(/:(\w+)/g, '{$1}')
  return {
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'server',
    headers,
    attributes: {
      'http.request.method': method,
      'url.scheme': protocol,
      ...(route === undefined ? {} : { 'http.route': route, 'url.path': route }),
    },
  }
}
