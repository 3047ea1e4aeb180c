import { authorId, type StreamEvent } from '#contract/declaration/endpoint.ts'
import {
  type DeadLetterResource,
  listDeadLettersEndpoint,
  listEventsEndpoint,
  replayDeadLetterEndpoint,
  replayDeadLettersEndpoint,
  streamEventsEndpoint,
} from '#contract/events.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { type DeadLetter, replayDeadLetters } from '#runtime/events/dead-letters.ts'
import { route, streamRoute } from '#runtime/route.ts'
import type { Users } from '../core/users.ts'
import { readFilter, toEventResource } from './event.ts'
import type { EventFeed } from './event-feed.ts'
import { listDeadLetters } from './list-dead-letters.ts'
import { listEvents } from './list-events.ts'
import { replayDeadLetter } from './replay-dead-letter.ts'
import { type EventNews, watchEvents } from './watch-events.ts'

export const eventRoutes = (users: Users, feed: EventFeed) => [
  route(listEventsEndpoint, async ({ query }) => {
    const { limit, cursor } = query
    const page = await listEvents(users, { limit, cursor, filter: readFilter(query) })
    return {
      data: page.events.map(toEventResource),
      next_cursor: page.nextCursor,
      position: page.position,
    }
  }),
  streamRoute(streamEventsEndpoint, ({ query, caller, lastEventId, signal }) =>
    eventNews(
      watchEvents(feed, { caller, filter: readFilter(query), after: lastEventId ?? query.after, signal }),
    ),
  ),
  route(listDeadLettersEndpoint, async ({ query }) => {
    const { deadLetters, nextCursor } = await listDeadLetters(users, query)
    return { data: deadLetters.map(toDeadLetterResource), next_cursor: nextCursor }
  }),
  route(replayDeadLettersEndpoint, async ({ body: { sink }, caller }) => ({
    replayed: await replayDeadLetters(users.db, { sink, by: authorId(caller), now: users.clock.now() }),
  })),
  route(replayDeadLetterEndpoint, ({ params, caller }) =>
    replayDeadLetter(users, { id: params.id, by: authorId(caller) }),
  ),
]

async function* eventNews(
  news: AsyncIterable<EventNews>,
): AsyncGenerator<StreamEvent<typeof streamEventsEndpoint>> {
  for await (const one of news) {
    if ('heartbeat' in one)
      yield { event: 'heartbeat', id: one.position, data: { at: toRfc3339(one.heartbeat.at) } }
    else yield { event: 'event', id: one.position, data: toEventResource(one.item) }
  }
}

const toDeadLetterResource = ({
  lastError,
  queuedAt,
  givenUpAt,
  ...letter
}: DeadLetter): DeadLetterResource => ({
  ...letter,
  last_error: lastError,
  queued_at: toRfc3339(queuedAt),
  given_up_at: toRfc3339(givenUpAt),
})
