import { type Caller, callerId } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { Clock } from '../clock.ts'
import { overloaded } from '../limits/overloaded.ts'

/** One open stream of a feed (a list of items, such as events, that are sent in order), for the code that sends the items. */
export interface Follower {
  /**
   * False once the stream has ended.
   * @throws {Failure} `streams_limited` once a newer stream of the same client took its place
   */
  isOpen(): boolean
  /** Resolves after the next reading of the feed, or when the stream has ended. */
  nextReading(): Promise<void>
  /** Counts one item that was sent on the stream. */
  countSent(): void
}

/** The open streams of one feed in this process. */
export interface Followers {
  /**
   * Adds a stream until the signal is aborted. A client at its limit loses its oldest stream instead.
   * @throws {Failure} `streams_limited`, `overloaded`
   */
  join(client: Caller | undefined, signal: AbortSignal): Follower
  /** Wakes the streams of the client with this id, after a reading of the feed that found items for this client alone. */
  wake(clientId: string): void
  wakeAll(): void
  /** Returns the ids of the users and API keys that have streams. */
  clientIds(): string[]
  isWatched(): boolean
  counts(): { open: number; sent: number }
}

const maxOfUser = 10
const maxOfApiKey = 20
/**
 * The age below which a stream is not replaced by a newer one of its client; the newer one is refused instead. Otherwise clients
 * that reconnect immediately would replace each other for ever. The client of a replaced stream is told to wait for the same
 * time.
 */
const settledMs = 60_000

interface Stream {
  clientId: string | undefined
  openedAt: number
  isReplaced: boolean
  wake(): void
}

/**
 * Creates the list of open streams of one feed, which is empty at first. `maxStreams` bounds the streams of all clients together.
 * A stream that another service opens with the service token has no caller, and counts only towards this total.
 */
export function createFollowers({ clock, maxStreams }: { clock: Clock; maxStreams: number }): Followers {
  /** The streams of each client, in the order in which they were opened. */
  const streams = new Map<string | undefined, Set<Stream>>()
  let open = 0
  let sent = 0

  function add(stream: Stream): void {
    const ofClient = streams.get(stream.clientId) ?? new Set()
    streams.set(stream.clientId, ofClient.add(stream))
    open++
  }

  function remove(stream: Stream): void {
    const ofClient = streams.get(stream.clientId)
    if (!ofClient?.delete(stream)) return
    open--
    if (ofClient.size === 0) streams.delete(stream.clientId)
    stream.wake()
  }

  function makeRoom(client: Caller): void {
    const ofClient = streams.get(callerId(client))
    const [oldest] = ofClient ?? []
    if (!ofClient || !oldest || ofClient.size < (client.apiKeyId === undefined ? maxOfUser : maxOfApiKey))
      return
    const ageMs = Math.max(0, clock.now() - oldest.openedAt)
    if (ageMs < settledMs) throw limited(settledMs - ageMs)
    oldest.isReplaced = true
    remove(oldest)
  }

  return {
    join(client, signal) {
      if (client) makeRoom(client)
      if (open >= maxStreams) throw overloaded('streams', 5)
      const clientId = client && callerId(client)
      const stream: Stream = { clientId, openedAt: clock.now(), isReplaced: false, wake: () => {} }
      add(stream)
      const leave = () => remove(stream)
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      return {
        isOpen() {
          if (stream.isReplaced) throw limited(settledMs)
          return !signal.aborted
        },
        nextReading: () =>
          new Promise((resolve) => {
            if (stream.isReplaced || signal.aborted) return resolve()
            stream.wake = resolve
          }),
        countSent() {
          sent++
        },
      }
    },
    wake(clientId) {
      for (const stream of streams.get(clientId) ?? []) stream.wake()
    },
    wakeAll() {
      for (const ofClient of streams.values()) for (const stream of ofClient) stream.wake()
    },
    clientIds: () => [...streams.keys()].filter((id) => id !== undefined),
    isWatched: () => open > 0,
    counts: () => ({ open, sent }),
  }
}

const limited = (retryAfterMs: number): Failure =>
  new Failure('streams_limited', { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) })
