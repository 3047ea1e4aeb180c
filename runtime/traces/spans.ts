import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { Failure } from '#contract/declaration/failures.ts'
import type { OpenSpan, SpanStart, Within } from '../log/open-span.ts'
import { codeOf, toError } from '../log/thrown.ts'
import { currentSpan, runInSpan } from '../log/tracing.ts'

/** Starts spans. The current span is kept by `tracing.ts`, and not by the context manager of the OpenTelemetry library. */
export interface Spans {
  start(start: SpanStart): OpenSpan
  within: Within
  /** Returns the headers that continue the trace of a span in another process. */
  headersOf(span: OpenSpan): Record<string, string>
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
const propagator = new W3CTraceContextPropagator()

export function createSpans(tracer: Tracer): Spans {
  function start({ name, kind, attributes, headers }: SpanStart): OpenSpan {
    const parent = headers
      ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      : contextOf(currentSpan())
    return toOpenSpan(tracer.startSpan(name, { kind: kinds[kind], attributes }, parent))
  }
  return {
    start,
    async within(options, work) {
      const span = start(options)
      try {
        return await runInSpan(span, () => work(span))
      } catch (error) {
        span.fail(errorTypeOf(error))
        throw error
      } finally {
        span.end()
      }
    },
    headersOf(span) {
      const headers: Record<string, string> = {}
      propagator.inject(contextOf(span), headers, defaultTextMapSetter)
      return headers
    },
  }
}

const contextOf = (open: OpenSpan | undefined): Context =>
  open ? trace.setSpan(ROOT_CONTEXT, open.span) : ROOT_CONTEXT

const toOpenSpan = (span: OpenSpan['span']): OpenSpan => ({
  traceId: span.spanContext().traceId,
  span,
  set: (name, value) => void span.setAttribute(name, value),
  fail(type) {
    span.setAttribute('error.type', type)
    span.setStatus({ code: SpanStatusCode.ERROR })
  },
  end: () => span.end(),
})

/** Returns the kind of an error: the code of a failure, of the system or of the database, else the name of its class. */
export function errorTypeOf(error: unknown): string {
  const type = error instanceof Failure ? error.code : (codeOf(error) ?? toError(error).name)
  return /^\w{1,64}$/.test(type) ? type : '_OTHER'
}
