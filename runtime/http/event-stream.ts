import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { failures } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { Schema } from '#contract/declaration/schema.ts'
import type { Log } from '../log/log.ts'
import { stillAdmitted } from '../requests/operation.ts'
import type { SentEvent } from '../requests/route.ts'
import { isHead } from './head-request.ts'
import { replyWriter } from './reply-writer.ts'
import { endMeasuring } from './request-durations.ts'

type WriteEvent = (sent: SentEvent) => string

export interface EventStream {
  /** Opens the sequence of events, which ends once the signal is aborted. @throws {Failure} */
  open(signal: AbortSignal): AsyncIterable<SentEvent>
  /** Checks again whether the reader is admitted. @throws {Failure} */
  admitAgain(): Promise<void>
  /** The time between two checks of whether the reader is still admitted. */
  admissionMs: number
  write: WriteEvent
  headers: Record<string, string>
  draining: AbortSignal
  log: Log
}

/**
 * The time after which a reader that takes no data is disconnected: events that it got later would be too old to be of use.
 */
const stalledMs = 10_000

/**
 * Sends server-sent events (html.spec.whatwg.org, section 9.2) until one side ends the stream. Events are read one by one, as
 * fast as the reader takes them, so that nothing is buffered for a slow reader.
 */
export async function sendEvents(reply: FastifyReply, stream: EventStream): Promise<void> {
  const response = reply.raw
  const ended = new AbortController()
  const signal = AbortSignal.any([ended.signal, stream.draining])
  if (signal.aborted) throw new Failure('not_ready')
  const events = isHead(reply.request.raw) ? undefined : stream.open(signal)
  reply.hijack()
  response.writeHead(200, {
    ...stream.headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  })
  // The duration of the request is not measured: a stream may last for days, which says nothing about how fast this service
  // is.
  endMeasuring(response)
  if (!events) return void response.end()
  response.once('close', () => ended.abort())
  // The reply ends as soon as the signal is aborted, also while the next event is awaited.
  signal.addEventListener('abort', () => end(response), { once: true })
  const admission = setInterval(
    () => stillAdmitted(stream.admitAgain, stream.log).catch(() => ended.abort()),
    stream.admissionMs,
  )
  try {
    response.write('retry: 1000\n\n')
    for await (const sent of events) {
      if (signal.aborted) break
      if (!response.write(stream.write(sent))) await drained(response, ended, signal)
    }
  } catch (error) {
    if (error instanceof Failure) endWith(response, error, stream.log)
    else stream.log.error({ err: error }, 'stream failed')
  } finally {
    clearInterval(admission)
    ended.abort()
  }
}

/**
 * Returns a function that writes an event with only the fields of its schema. JSON has no line break, so the data is one line.
 */
export function eventWriter(stream: Record<string, Schema>): WriteEvent {
  const writers = new Map(Object.entries(stream).map(([name, schema]) => [name, replyWriter(schema)]))
  return ({ event, id, data }) => {
    const write = writers.get(event)
    if (!write) throw new Error(`The contract has no event ${event} here.`)
    return `event: ${event}\nid: ${id}\ndata: ${write(data)}\n\n`
  }
}

async function drained(response: ServerResponse, ended: AbortController, signal: AbortSignal): Promise<void> {
  const stalled = setTimeout(() => ended.abort(), stalledMs)
  try {
    await once(response, 'drain', { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    clearTimeout(stalled)
  }
}

/**
 * Ends a stream with a failure. The reply has begun, so the reader learns the reason only when it connects again; `retry` sets
 * how long EventSource waits before that.
 */
function endWith(response: ServerResponse, failure: Failure, log: Log): void {
  const { code, retryAfterSeconds } = failure
  log[failures[code].http < 500 ? 'debug' : 'warn']({ err: failure, code }, 'a stream was ended')
  if (retryAfterSeconds === undefined || response.writableEnded || response.writableLength > 0) return
  response.end(`retry: ${retryAfterSeconds * 1_000}\n\n`)
}

/** Ends a response. A client that has not read everything that was sent would not read the end either, so it is disconnected. */
function end(response: ServerResponse): void {
  if (response.writableEnded) return
  if (response.writableLength > 0) response.destroy()
  else response.end()
}
