import { Failure } from '#contract/declaration/failures.ts'
import type { ValuesMetric } from '../metrics/metrics.ts'
import type { Follower, Followers } from './followers.ts'

/**
 * The state of a feed at one reading of the database. A feed is a list of items, such as events, in the order of their positions,
 * which rise. Everything that was committed before the reading began has at most this position.
 */
export interface Reading {
  at: number
  /** The start of the reading on the monotonic clock of this process. */
  startedAt: number
  position: number
}

/** A message on a stream: an item, or a heartbeat, which says that all items up to the position of its `Reading` have been sent. */
export type News<Item, R extends Reading> = { position: string } & ({ item: Item } | { heartbeat: R })

export interface FollowedFeed<Item extends { position: number }, R extends Reading> {
  follower: Follower
  heartbeatMs: number
  /** Returns the latest reading; undefined before the first. */
  reading(): R | undefined
  /** Returns the position after which the stream starts, given its first reading. */
  startAfter(first: R): number
  /** Finds the next items in the order of their positions; none at the end of the feed. */
  findAfter(position: number, reading: R): Promise<readonly Item[]>
  /** Returns whether an item is sent on this stream. Other items are skipped. */
  isSent?(item: Item): boolean
}

/** Streams the items of a feed, each once and in order, and a heartbeat every `heartbeatMs`, until the stream is closed. */
export async function* followFeed<Item extends { position: number }, R extends Reading>(
  feed: FollowedFeed<Item, R>,
): AsyncGenerator<News<Item, R>> {
  const { follower, heartbeatMs } = feed
  const first = await firstReading(feed)
  if (!first) return
  let position = feed.startAfter(first)
  let dueAt = first.startedAt
  while (follower.isOpen()) {
    // The reading is taken before the page: items that are added in between belong to the next heartbeat.
    const reading = feed.reading() ?? first
    const page = await feed.findAfter(position, reading)
    for (const item of page) {
      position = item.position
      if (feed.isSent?.(item) === false) continue
      follower.countSent()
      yield { position: `${position}`, item }
      if (!follower.isOpen()) return
    }
    if (page.length > 0) continue
    // All items up to this position of the reading have been sent on the stream.
    position = Math.max(position, reading.position)
    if (reading.startedAt >= dueAt) {
      // The next heartbeat counts from when this one was due, so that late readings do not add up. After a
      // pause, two heartbeats are still half an interval apart.
      dueAt = Math.max(dueAt + heartbeatMs, reading.startedAt + heartbeatMs / 2)
      yield { position: `${position}`, heartbeat: reading }
    } else await follower.nextReading()
  }
}

/**
 * Waits for a reading that began after the stream did. An older reading may lack a position that another node
 * has given out since. Returns undefined when the stream is closed before.
 */
async function firstReading<R extends Reading>({
  follower,
  reading,
}: {
  follower: Follower
  reading(): R | undefined
}): Promise<R | undefined> {
  const joinedAt = performance.now()
  while (follower.isOpen()) {
    const latest = reading()
    if (latest && latest.startedAt >= joinedAt) return latest
    await follower.nextReading()
  }
  return undefined
}

/**
 * Parses the position in a cursor or in the id of an event on a stream.
 * @throws {Failure} `invalid_request`
 */
export function readPosition(text: string | undefined, pointer: '/cursor' | '/after'): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,16}$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  const errors = [{ pointer, code: 'invalid_format', detail: 'This is no position of ours.' }]
  throw new Failure('invalid_request', { errors })
}

/** Reports the open streams of a feed, and the items that were sent on all of its streams. */
export const streamsMetric = (
  metric: Pick<ValuesMetric, 'name' | 'help'>,
  { counts }: Pick<Followers, 'counts'>,
): ValuesMetric => ({ ...metric, label: 'what', read: async () => new Map(Object.entries(counts())) })
