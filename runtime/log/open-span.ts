import type { Span } from '@opentelemetry/api'

/**
 * One operation of a trace, from its start to its end. Everything on a span is sent to another system. So set only names from the
 * code, numbers and codes, and nothing that a client has sent.
 */
export interface OpenSpan {
  readonly traceId: string
  /** The span of the library. */
  readonly span: Span
  set(name: string, value: string | number): void
  /**
   * Marks the operation as failed. `type` is a code or the name of a class (`error.type`), not a message: messages can hold
   * addresses.
   */
  fail(type: string): void
  end(): void
}

/** The options of a new span. */
export interface SpanStart {
  /** A name with few values, such as `POST /users/{id}`. */
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes: Record<string, string | number>
  /**
   * The headers of a request, whose `traceparent` names the parent span (W3C Trace Context). Without headers the parent is the
   * current span; if there is none, a new trace begins.
   */
  headers?: object
}

/**
 * Runs work in a span of its own, a child of the current one. The span ends when the promise settles, and is marked as failed
 * when the promise is rejected.
 */
export type Within = <T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>) => Promise<T>
