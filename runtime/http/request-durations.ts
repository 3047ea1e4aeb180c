import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHistogram, type Series } from '../metrics/histogram.ts'
import type { Metric } from '../metrics/metrics.ts'
import { sentMethod } from './head-request.ts'
import { ServerResponse as NodeResponse } from './node-http.ts'

/** The durations of the requests to the ports of one service. */
export interface RequestDurations {
  metric: Metric
  /** Returns the durations of a route by its template, such as `/users/{id}` or `/users/:id`. */
  route(template: string): RouteDurations
  /** Begins to measure a request. Until `setRoute` is called, it counts as a request without a route. */
  begin(response: ServerResponse): void
}

export interface RouteDurations {
  observe(method: string, status: number, seconds: number): void
}

/** The two symbols name properties of the response. A map from responses to these values would cost each request more. */
const begunAt = Symbol('begun at')
const durations = Symbol('durations')
type Measured = ServerResponse & { [begunAt]?: number; [durations]?: RouteDurations | undefined }

/** The response of a server whose requests are measured. It has both properties from the start, because adding them later is slow. */
export class MeasuredResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends NodeResponse<Request> {
  [begunAt] = 0;
  [durations]: RouteDurations | undefined = undefined
}

/**
 * The methods of RFC 9110 and RFC 5789. Any other method is counted as `_OTHER`, because clients could invent any number of
 * them.
 */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE'])

/** The status of a request whose client went away before it was answered, as nginx logs it. */
const abandoned = 499

/** Creates the metric by the semantic conventions of OpenTelemetry for HTTP. Requests for no route share an empty `http_route`. */
export function createRequestDurations(): RequestDurations {
  const histogram = createHistogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests, until the response was sent or a stream began. Status 499: the client disconnected before. The http_route is empty for requests without a route.',
    labels: ['http_request_method', 'http_route', 'http_response_status_code'],
  })
  const routes = new Map<string, RouteDurations>()
  const route = (template: string): RouteDurations => {
    let found = routes.get(template)
    if (!found) {
      found = routeDurations((method, status) =>
        histogram.series(method, template.replace(/:(\w+)/g, '{$1}'), status),
      )
      routes.set(template, found)
    }
    return found
  }
  const none = route('')
  return {
    metric: histogram.metric,
    route,
    begin(response: Measured) {
      response[begunAt] = performance.now()
      response[durations] = none
    },
  }
}

/** Returns the durations of a route, which keep the series of each method and status: a request costs two reads of small maps. */
function routeDurations(seriesOf: (method: string, status: string) => Series): RouteDurations {
  const known = new Map<string, Map<number, Series>>()
  const find = (method: string, status: number): Series => {
    const ofMethod = known.get(method) ?? new Map<number, Series>()
    known.set(method, ofMethod)
    const found = seriesOf(methods.has(method) ? method : '_OTHER', String(status))
    ofMethod.set(status, found)
    return found
  }
  return {
    observe(method, status, seconds) {
      const series = known.get(method)?.get(status) ?? find(method, status)
      series.observe(seconds)
    },
  }
}

/** Sets the route of a request that is being measured. */
export function setRoute(response: Measured, route: RouteDurations | undefined): void {
  if (route && response[durations]) response[durations] = route
}

/** Ends the measurement of a request. A further call for the same request does nothing. */
export function endMeasuring(response: Measured): void {
  const measured = response[durations]
  if (!measured) return
  response[durations] = undefined
  const status = response.headersSent ? response.statusCode : abandoned
  const seconds = (performance.now() - (response[begunAt] ?? 0)) / 1_000
  measured.observe(sentMethod(response.req), status, seconds)
}
