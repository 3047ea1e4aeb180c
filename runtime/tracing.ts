import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

interface Trace {
  requestId: string
  /** The header of W3C Trace Context that came with the request; undefined when it was malformed. */
  traceparent: string | undefined
  traceId: string | undefined
}

const traces = new AsyncLocalStorage<Trace>()

const wellFormedRequestId = /^[\w.:-]{1,128}$/
const wellFormedTraceparent = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Runs the work of a request under its id: the `x-request-id` that came with it where that is well-formed, or a new one. */
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

/** Runs work that a request begins and that does not belong to it alone, such as a timer for many requests. */
export const runWithoutTrace = <T>(work: () => T): T => traces.exit(work)

/** The trace of the request that is being answered; undefined outside one. */
export const currentTrace = (): Trace | undefined => traces.getStore()

/** The headers that a call to the other service carries, so that one request has one id in both logs. */
export function traceHeaders(): Record<string, string> {
  const trace = currentTrace()
  if (!trace) return {}
  return { 'x-request-id': trace.requestId, ...(trace.traceparent ? { traceparent: trace.traceparent } : {}) }
}
