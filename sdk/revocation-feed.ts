import { watchRevocationsEndpoint } from '#contract/auth.ts'
import { endReasons } from '#contract/failures.ts'
import { createEndedSessions, type EndedSession } from './ended-sessions.ts'
import { createEventStreamParser, type StreamEvent } from './event-stream.ts'
import { createHeartbeats, type Heartbeats } from './heartbeats.ts'
import { createKeySetFollower } from './key-set-follower.ts'
import { pause } from './pause.ts'

export interface RevocationFeedOptions {
  authUrl: string
  /** An API key with `sessions:read`, or a service credential. */
  credential: string
  /** How old the latest heartbeat may be. */
  silentAfterMs: number
  /** How many ended sessions there is room for. */
  room: number
  /** Called when a heartbeat names another version of the key set. */
  refreshKeys(): Promise<void>
  onFault(fault: FeedFault): void
  /** Epoch milliseconds. */
  now(): number
}

/** What the authentication service tells of ended sessions, kept up to date in the background until it is closed. */
export interface RevocationFeed {
  /** Whether a session that is not found here lived a moment ago. */
  isLive(): boolean
  findEnded(sessionId: string): EndedSession | undefined
  close(): Promise<void>
}

/**
 * - `refused`: the credential does not allow it (401, 403);
 * - `unreachable`: no connection, or none that answers as the feed does, or one that fell silent;
 * - `malformed`: something came that cannot be understood, and so might have been an end;
 * - `full`: more sessions ended than there is room for;
 * - `keys`: the key set changed and could not be fetched.
 */
export type FeedFaultKind = 'refused' | 'unreachable' | 'malformed' | 'full' | 'keys'

/** Why the revocation feed is not live. Each token is asked about until it is. */
export class FeedFault extends Error {
  override name = 'FeedFault'
  readonly kind: FeedFaultKind

  constructor(kind: FeedFaultKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** A connection that tells nothing of use for so long is given up for another one. */
const giveUpMs = 5_000
const backOffMs = { first: 200, max: 5_000 }
/** It goes back in a header. */
const position = /^[\x21-\x7e]{1,256}$/

export function openRevocationFeed(options: RevocationFeedOptions): RevocationFeed {
  const ended = createEndedSessions(options)
  const report = reportOnce(options.onFault)
  const keys = createKeySetFollower(options.refreshKeys, (cause) =>
    report.fault(new FeedFault('keys', 'The key set changed and could not be fetched.', { cause })),
  )
  const closing = new AbortController()
  let lastPosition: string | undefined
  /** Of the connection that is open now. */
  let heartbeats: Heartbeats | undefined

  const isUpToDate = () => heartbeats !== undefined && heartbeats.ageMs() < options.silentAfterMs
  const isLive = () => isUpToDate() && keys.isUpToDate() && ended.isComplete()

  /** True for what shows that the connection is of use. */
  function take({ type, data, lastEventId }: StreamEvent, heard: Heartbeats): boolean {
    if (type === 'session.ended') {
      ended.add(readEndedSession(data))
      if (!ended.isComplete())
        report.fault(new FeedFault('full', 'More sessions ended than there is room for.'))
    } else if (type === 'heartbeat') {
      const { atMs, keySetVersion } = readHeartbeat(data)
      heard.hear(atMs)
      keys.hear(keySetVersion)
      ended.sweep()
    } else return false
    // Only now: what was not taken has to come again.
    if (position.test(lastEventId)) lastPosition = lastEventId
    if (isLive()) report.recovered()
    return type === 'session.ended' || isUpToDate()
  }

  /** One connection, until it ends. Resolves to whether it ever was up to date. */
  async function listen(): Promise<boolean> {
    const connection = new AbortController()
    const end = () => connection.abort()
    let silence = setTimeout(end, giveUpMs)
    let wasUpToDate = false
    closing.signal.addEventListener('abort', end)
    const heard = createHeartbeats()
    const parser = createEventStreamParser((event) => {
      if (!take(event, heard)) return
      wasUpToDate ||= isUpToDate()
      clearTimeout(silence)
      silence = setTimeout(end, Math.max(giveUpMs, options.silentAfterMs))
    })
    try {
      const response = await connect(options, lastPosition, connection.signal)
      heartbeats = heard
      const reader = response.body?.getReader()
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
        push(parser, read.value)
      if (!wasUpToDate) throw new Error('It ended before it had told everything.')
    } catch (cause) {
      if (!closing.signal.aborted) report.fault(toFault(cause))
    } finally {
      // Whatever ended after this connection did is not known here.
      heartbeats = undefined
      clearTimeout(silence)
      closing.signal.removeEventListener('abort', end)
      end()
    }
    return wasUpToDate
  }

  async function run(): Promise<void> {
    let failed = 0
    while (!closing.signal.aborted) {
      failed = (await listen()) ? 0 : failed + 1
      const maxMs = Math.min(backOffMs.first * 2 ** failed, backOffMs.max)
      // Spread out, or all validators come back in the same moment after a restart.
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
  const response = await fetch(`${authUrl}${watchRevocationsEndpoint.paths[0]}`, {
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

/** Tells of a fault when it is another one than the last, and of the same one again once all was well in between. */
function reportOnce(onFault: (fault: FeedFault) => void) {
  let last: FeedFaultKind | undefined
  return {
    fault(fault: FeedFault): void {
      if (fault.kind === last) return
      last = fault.kind
      // Whatever it throws is for the application, and must not end the feed.
      queueMicrotask(() => onFault(fault))
    },
    recovered(): void {
      last = undefined
    },
  }
}

function readEndedSession(data: string): EndedSession {
  const { session_id: sessionId, reason, forget_at } = JSON.parse(data) as Record<string, unknown>
  if (typeof sessionId !== 'string' || sessionId.length > 128) throw new TypeError('session_id is none.')
  return { sessionId, reason: endReasons.find((known) => known === reason), forgetAtMs: readTime(forget_at) }
}

function readHeartbeat(data: string): { atMs: number; keySetVersion: string } {
  const { at, key_set_version: version } = JSON.parse(data) as Record<string, unknown>
  if (typeof version !== 'number' && typeof version !== 'string')
    throw new TypeError('key_set_version is none.')
  return { atMs: readTime(at), keySetVersion: String(version) }
}

function readTime(text: unknown): number {
  const timeMs = typeof text === 'string' ? Date.parse(text) : Number.NaN
  if (Number.isNaN(timeMs)) throw new TypeError('A time is none (RFC 3339).')
  return timeMs
}
