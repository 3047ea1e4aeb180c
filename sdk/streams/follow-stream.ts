import { pause } from '../pause.ts'
import { type Patience, waitAfter } from '../retry.ts'
import { type EventBytes, ServiceUnreachable } from '../send-request.ts'
import { createEventStreamParser, type StreamEvent } from './event-stream.ts'

/**
 * A function that opens one connection of a stream. The stream continues after the event with this id; an empty id means none.
 */
type Open = (lastEventId: string, signal: AbortSignal) => Promise<EventBytes>

interface FollowOptions {
  /** The number of attempts in a row that may fail before the fault is thrown. */
  retries: number
  /** The milliseconds of silence after which a connection counts as lost. */
  silentAfterMs: number
  /** The signal that ends the stream, without an error. */
  signal: AbortSignal | undefined
}

/** The limits for a stream. They are longer than for a call, because nobody waits for an event that may never come. */
const patience: Patience = { maxBackOffMs: 30_000, maxRetryAfterSeconds: 300 }
const maxReconnectMs = 300_000

/**
 * Reads the events of a stream, one after the other as they are asked for, and never ends by itself: a connection that is lost,
 * becomes silent or is ended by the service is replaced by another one, which goes on after the last event that was read.
 * @throws {Failure | ServiceUnreachable} those of `open`, when another attempt would fail too or too many have failed
 */
export async function* followStream(open: Open, options: FollowOptions) {
  const { retries, signal } = options
  let lastEventId = ''
  for (let failures = 0; !signal?.aborted; ) {
    let reconnectMs = 1_000
    let isUseful = false
    let backOffMs: number | undefined
    const onRetry = (ms: number) => {
      reconnectMs = Math.min(ms, maxReconnectMs)
    }
    try {
      const received = readConnection(open, { ...options, lastEventId, onRetry })
      for await (const { type, lastEventId: id, data } of received) {
        if (signal?.aborted) return
        isUseful = true
        failures = 0
        lastEventId = id || lastEventId
        yield { event: type, id, data: JSON.parse(data) as unknown }
      }
      // Latchkey sends a heartbeat immediately. A connection that ends before its first event counts as a failed attempt:
      // otherwise it would be opened again and again without a limit.
      if (!isUseful) throw new ServiceUnreachable('The stream ended before its first event.')
    } catch (fault) {
      if (signal?.aborted) return
      backOffMs = waitAfter(fault, failures, patience)
      if (backOffMs === undefined || (!isUseful && failures++ >= retries)) throw fault
    }
    // With jitter, the readers of a service that was restarted do not all come back in the same moment.
    await pause(isUseful ? reconnectMs * (1 + Math.random() / 2) : (backOffMs ?? 0), signal)
  }
}

interface ConnectionOptions extends FollowOptions {
  lastEventId: string
  onRetry(ms: number): void
}

async function* readConnection(
  open: Open,
  { lastEventId, silentAfterMs, signal, onRetry }: ConnectionOptions,
): AsyncGenerator<StreamEvent, void, undefined> {
  const connection = new AbortController()
  const cut = () => connection.abort()
  /**
   * Closes the connection when the service is silent for too long. The time runs only while the stream waits for the service: the
   * reader may take any time with an event.
   */
  const unlessSilent = <T>(work: Promise<T>): Promise<T> => {
    const silence = setTimeout(
      () => connection.abort(new ServiceUnreachable('The stream fell silent.')),
      silentAfterMs,
    )
    return work.finally(() => clearTimeout(silence))
  }
  let events: StreamEvent[] = []
  const parser = createEventStreamParser((event) => void events.push(event), onRetry)
  signal?.addEventListener('abort', cut)
  try {
    const reader = (await unlessSilent(open(lastEventId, connection.signal))).getReader()
    for (;;) {
      const { done, value } = await unlessSilent(reader.read().catch(brokenOff))
      if (done) return
      parser.push(value)
      yield* events
      events = []
    }
  } finally {
    signal?.removeEventListener('abort', cut)
    cut()
  }
}

function brokenOff(cause: unknown): never {
  throw new ServiceUnreachable('The connection of a stream broke off.', { cause })
}
