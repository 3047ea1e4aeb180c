import type { Span } from '@opentelemetry/api'

/**
 * One operation of a trace, from its start to its end. Whatever is noted on a span is sent to another system. So it may be a
 * name from the code, a number or a code, but never something that a client has sent.
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
   * The headers of a request, whose `traceparent` names the span before this one (W3C Trace Context). Without headers the parent
   * is the current span; without one, a trace begins here.
   */
  headers?: object
}

/**
 * Runs work in a span of its own, a child of the current one. The span ends when the promise settles, and has failed when that is
 * rejected.
 */
export type Within = <T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>) => Promise<T>
