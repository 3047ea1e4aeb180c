import { endReasons } from '#contract/declaration/failures.ts'
import { pause } from '../pause.ts'
import { createEventStreamParser, type StreamEvent } from '../streams/event-stream.ts'
import { validatorPaths } from '../validator-paths.ts'
import { createEndedSessions, type EndedSession } from './ended-sessions.ts'
import { createHeartbeats, type Heartbeats } from './heartbeats.ts'
import { createKeySetFollower } from './key-set-follower.ts'

export interface RevocationFeedOptions {
  authUrl: string
  /** An API key with `sessions:read`, or a service credential. */
  credential: string
  /**
   * The maximum age, in milliseconds, of the latest heartbeat (an event that the service sends at an interval) while the feed
   * counts as live.
   */
  silentAfterMs: number
  /** The maximum number of ended sessions that are kept in memory. */
  room: number
  /** Fetches the key set again. Called when a heartbeat names another version of it. */
  refreshKeys(): Promise<void>
  onFault(fault: FeedFault): void
  /** Returns the time in epoch milliseconds. */
  now(): number
}

/**
 * The revocation feed is a client of the event stream in which the authentication service publishes the sessions that end. It
 * follows the stream in the background until it is closed, so that it knows which sessions have ended.
 */
export interface RevocationFeed {
  /** Returns whether the feed is up to date. Only then, a session that `findEnded` does not find is known not to have ended. */
  isLive(): boolean
  findEnded(sessionId: string): EndedSession | undefined
  close(): Promise<void>
}

/**
 * The kinds of faults that make the feed not live:
 * - `refused`: the credential does not allow to read the feed (401, 403);
 * - `unreachable`: there is no connection, the reply is not an event stream, or heartbeats stopped;
 * - `malformed`: an event cannot be parsed, and so might have been the end of a session;
 * - `full`: more sessions ended than are kept in memory;
 * - `keys`: the key set changed and could not be fetched.
 */
export type FeedFaultKind = 'refused' | 'unreachable' | 'malformed' | 'full' | 'keys'

/**
 * The error that is reported when the revocation feed is not live. Until it is live again, the validator checks each token with
 * the service.
 */
export class FeedFault extends Error {
  override name = 'FeedFault'
  readonly kind: FeedFaultKind

  constructor(kind: FeedFaultKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** The time after which a new connection that has brought no useful event is closed, and another one is opened. */
const giveUpMs = 5_000
const backOffMs = { first: 200, max: 5_000 }
/**
 * The pattern of a position in the stream of events (the `id` of an event). A position must be printable ASCII, because it is
 * sent back in the header `Last-Event-ID`.
 */
const position = /^[\x21-\x7e]{1,256}$/

/**
 * Opens the revocation feed: it connects immediately, and again with a back-off after each lost connection.
 */
export function openRevocationFeed(options: RevocationFeedOptions): RevocationFeed {
  const ended = createEndedSessions(options)
  const report = reportOnce(options.onFault)
  const keys = createKeySetFollower(options.refreshKeys, (cause) =>
    report.fault(new FeedFault('keys', 'The key set changed and could not be fetched.', { cause })),
  )
  const closing = new AbortController()
  let lastPosition: string | undefined
  /** The heartbeats (events that the service sends at an interval) of the open connection; undefined while there is none. */
  let heartbeats: Heartbeats | undefined

  const isUpToDate = () => heartbeats !== undefined && heartbeats.ageMs() < options.silentAfterMs
  const isLive = () => isUpToDate() && keys.isUpToDate() && ended.isComplete()

  /** Processes an event, and returns whether it shows that the connection is useful. */
  function take({ type, data, lastEventId }: StreamEvent, heard: Heartbeats): boolean {
    if (type === 'session.ended') {
      if (!ended.add(readEndedSession(data)))
        report.fault(new FeedFault('full', 'More sessions ended than there is room for.'))
    } else if (type === 'heartbeat') {
      const { atMs, keySetVersion } = readHeartbeat(data)
      heard.hear(atMs)
      keys.hear(keySetVersion)
      ended.sweep()
    } else return false
    // The position is stored after the event was processed: a failed event must be sent again after a reconnect.
    if (position.test(lastEventId)) lastPosition = lastEventId
    if (isLive()) report.recovered()
    return type === 'session.ended' || isUpToDate()
  }

  /** Reads one connection until it ends. Resolves to whether the feed was up to date at any time during the connection. */
  async function listen(): Promise<boolean> {
    const heard = createHeartbeats()
    let wasUpToDate = false
    const open = async (signal: AbortSignal) => {
      const response = await connect(options, lastPosition, signal)
      heartbeats = heard
      return response
    }
    const isUseful = (event: StreamEvent) => {
      const shows = take(event, heard)
      wasUpToDate ||= isUpToDate()
      return shows
    }
    const silenceMs = Math.max(giveUpMs, options.silentAfterMs)
    try {
      await readEvents(open, { isUseful, silenceMs, signal: closing.signal })
      if (!wasUpToDate) throw new Error('It ended before it had told everything.')
    } catch (cause) {
      if (!closing.signal.aborted) report.fault(toFault(cause))
    } finally {
      // The connection has ended. Until another one is up to date, this feed does not know which sessions end.
      heartbeats = undefined
    }
    return wasUpToDate
  }

  async function run(): Promise<void> {
    let failed = 0
    while (!closing.signal.aborted) {
      failed = (await listen()) ? 0 : failed + 1
      const maxMs = Math.min(backOffMs.first * 2 ** failed, backOffMs.max)
      // The back-off has jitter, or all validators would reconnect in the same moment after a restart of the service.
      await pause(maxMs * (0.5 + Math.random() / 2), closing.signal)
    }
  }

  const running = run()
  return {
    isLive,
    findEnded: ended.find,
    async close() {
      closing.abort()
      await running
      await keys.settled()
    },
  }
}

async function connect(
  { authUrl, credential }: RevocationFeedOptions,
  after: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(`${authUrl}${validatorPaths.watchRevocations}`, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${credential}`,
      ...(after === undefined ? {} : { 'last-event-id': after }),
    },
    redirect: 'manual',
    signal,
  })
  const type = response.headers.get('content-type') ?? ''
  if (response.status === 200 && type.startsWith('text/event-stream')) return response
  await response.body?.cancel()
  if (response.status === 401 || response.status === 403)
    throw new FeedFault(
      'refused',
      `The revocation feed answered ${response.status}: this credential may not read it.`,
    )
  throw new Error(`The revocation feed answered ${response.status}, ${type || 'no content type'}.`)
}

/**
 * Opens an event stream and reads it until it ends. It closes the stream when no useful event arrives within
 * `giveUpMs` at first, and within `silenceMs` later.
 */
async function readEvents(
  open: (signal: AbortSignal) => Promise<Response>,
  options: { isUseful(event: StreamEvent): boolean; silenceMs: number; signal: AbortSignal },
): Promise<void> {
  const connection = new AbortController()
  const cut = () => connection.abort()
  let silence = setTimeout(cut, giveUpMs)
  const parser = createEventStreamParser((event) => {
    if (!options.isUseful(event)) return
    clearTimeout(silence)
    silence = setTimeout(cut, options.silenceMs)
  })
  options.signal.addEventListener('abort', cut)
  try {
    const response = await open(connection.signal)
    const reader = response.body?.getReader()
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
      push(parser, read.value)
  } finally {
    clearTimeout(silence)
    options.signal.removeEventListener('abort', cut)
    cut()
  }
}

function push(parser: { push(bytes: Uint8Array): void }, bytes: Uint8Array): void {
  try {
    parser.push(bytes)
  } catch (cause) {
    throw new FeedFault('malformed', 'The revocation feed sent what cannot be understood.', { cause })
  }
}

const toFault = (cause: unknown): FeedFault =>
  cause instanceof FeedFault
    ? cause
    : new FeedFault('unreachable', 'The revocation feed cannot be reached, or fell silent.', { cause })

/** Reports a fault once, and again only after a fault of another kind or after the feed was live in between. */
function reportOnce(onFault: (fault: FeedFault) => void) {
  let last: FeedFaultKind | undefined
  return {
    fault(fault: FeedFault): void {
      if (fault.kind === last) return
      last = fault.kind
      // An error that the application's callback throws must not end the feed, so the callback is called
      // outside of the feed.
      queueMicrotask(() => onFault(fault))
    },
    recovered(): void {
      last = undefined
    },
  }
}

function readEndedSession(data: string): EndedSession {
  const { session_id: sessionId, reason, forget_at }: Record<string, unknown> = JSON.parse(data)
  if (typeof sessionId !== 'string' || sessionId.length > 128) throw new TypeError('session_id is none.')
  return { sessionId, reason: endReasons.find((known) => known === reason), forgetAtMs: readTime(forget_at) }
}

function readHeartbeat(data: string): { atMs: number; keySetVersion: string } {
  const { at, key_set_version: version }: Record<string, unknown> = JSON.parse(data)
  if (typeof version !== 'number' && typeof version !== 'string')
    throw new TypeError('key_set_version is none.')
  return { atMs: readTime(at), keySetVersion: String(version) }
}

function readTime(text: unknown): number {
  const timeMs = typeof text === 'string' ? Date.parse(text) : Number.NaN
  if (Number.isNaN(timeMs)) throw new TypeError('A time is none (RFC 3339).')
  return timeMs
}
