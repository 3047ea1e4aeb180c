import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

interface Trace {
  requestId: string
  /** W3C Trace Context, as it came. */
  traceparent: string | undefined
  traceId: string | undefined
}

const traces = new AsyncLocalStorage<Trace>()

const wellFormedRequestId = /^[\w.:-]{1,128}$/
const wellFormedTraceparent = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

export function runWithTrace<T>(headers: IncomingHttpHeaders, work: () => T): T {
  const sentId = headers['x-request-id']
  const traceparent = headers.traceparent
  const traceId = typeof traceparent === 'string' ? wellFormedTraceparent.exec(traceparent)?.[1] : undefined
  return traces.run(
    {
      requestId: typeof sentId === 'string' && wellFormedRequestId.test(sentId) ? sentId : randomUUID(),
      traceparent: traceId ? (traceparent as string) : undefined,
      traceId,
    },
    work,
  )
}

/** For what a request begins and which is of no single one. */
export const runWithoutTrace = <T>(work: () => T): T => traces.exit(work)

export const currentTrace = (): Trace | undefined => traces.getStore()

/** What a call to the other service carries, so that one request is one id in both logs. */
export function traceHeaders(): Record<string, string> {
  const trace = currentTrace()
  if (!trace) return {}
  return { 'x-request-id': trace.requestId, ...(trace.traceparent ? { traceparent: trace.traceparent } : {}) }
}
