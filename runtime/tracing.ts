import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

interface Trace {
  requestId: string
  /** The W3C Trace Context header that came with the request; undefined when it was malformed. */
  traceparent: string | undefined
  traceId: string | undefined
}

const traces = new AsyncLocalStorage<Trace>()

const wellFormedRequestId = /^[\w.:-]{1,128}$/
const wellFormedTraceparent = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * Runs the work of a request under a request id: the `x-request-id` that came with the request if it is
 * well-formed, otherwise a new one.
 */
export function runWithTrace<T>(headers: IncomingHttpHeaders, work: () => T): T {
  const sentId = headers['x-request-id']
  const [traceparent, traceId] = wellFormedTraceparent.exec(String(headers.traceparent)) ?? []
  return traces.run(
    {
      requestId: typeof sentId === 'string' && wellFormedRequestId.test(sentId) ? sentId : randomUUID(),
      traceparent,
      traceId,
    },
    work,
  )
}

/**
 * Runs work that a request starts but that serves many requests, such as a timer, without the id of that
 * request.
 */
export const runWithoutTrace = <T>(work: () => T): T => traces.exit(work)

/** Returns the trace of the request that is being answered; undefined outside a request. */
export const currentTrace = (): Trace | undefined => traces.getStore()

/**
 * Returns the headers that a call to the other service of Latchkey carries, so that one request has the same
 * id in both logs.
 */
export function traceHeaders(): Record<string, string> {
  const trace = currentTrace()
  if (!trace) return {}
  return { 'x-request-id': trace.requestId, ...(trace.traceparent ? { traceparent: trace.traceparent } : {}) }
}
