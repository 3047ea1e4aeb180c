import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { OpenSpan } from './open-span.ts'

export interface Trace {
  /** The id of the request; undefined in background work, which no request has started. */
  requestId: string | undefined
  /** The W3C Trace Context header that came with the request; undefined when it was malformed. */
  traceparent: string | undefined
  traceId: string | undefined
  /** The span that the work belongs to. Absent while traces are off, and where nothing is traced. */
  span?: OpenSpan
}

const traces = new AsyncLocalStorage<Trace | undefined>()

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
 * Runs work that was queued under the trace that was current when it was queued. Otherwise it would run under the trace of
 * another request, for which the queue runs at that moment.
 */
export const runUnder = <T>(trace: Trace | undefined, work: () => T): T => traces.run(trace, work)

/** Runs work as part of a span. Log lines of the work carry the id of its trace. */
export function runInSpan<T>(span: OpenSpan, work: () => T): T {
  const { requestId, traceparent } = traces.getStore() ?? {}
  return traces.run({ requestId, traceparent, traceId: span.traceId, span }, work)
}

/** Returns the span that the current work belongs to; undefined while traces are off, and where nothing is traced. */
export const currentSpan = (): OpenSpan | undefined => traces.getStore()?.span

/**
 * Returns the headers that a call to the other service of Latchkey carries, so that one request has the same
 * id in both logs.
 */
export function traceHeaders(): Record<string, string> {
  const { requestId, traceparent } = currentTrace() ?? {}
  return { ...(requestId ? { 'x-request-id': requestId } : {}), ...(traceparent ? { traceparent } : {}) }
}

/** Returns the headers of a call that is made every few seconds and is not to be traced: its trace is marked as not sampled. */
export const untracedHeaders = (): Record<string, string> => ({
  traceparent: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`,
})

/** Returns whether a call is marked as not sampled (`untracedHeaders`) and belongs to no span, so that it must not be traced. */
export const isUntracedCall = ({ traceparent }: Record<string, string>): boolean =>
  currentSpan() === undefined && traceparent?.endsWith('-00') === true
