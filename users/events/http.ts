import type { StreamEvent } from '#contract/endpoint.ts'
import { listEventsEndpoint, streamEventsEndpoint } from '#contract/events.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { route, streamRoute } from '#runtime/http-server.ts'
import type { Users } from '../users.ts'
import { readFilter, toEventResource } from './event.ts'
import { listEvents } from './list-events.ts'
import { type EventNews, watchEvents } from './watch-events.ts'

export const eventRoutes = (users: Users) => [
  route(listEventsEndpoint, async ({ query }) => {
    const { limit, cursor } = query
    const page = await listEvents(users, { limit, cursor, filter: readFilter(query) })
    return {
      data: page.events.map(toEventResource),
      next_cursor: page.nextCursor,
      position: page.position,
    }
  }),
  streamRoute(streamEventsEndpoint, ({ query, lastEventId, signal }) =>
    eventNews(watchEvents(users, { filter: readFilter(query), after: lastEventId ?? query.after, signal })),
  ),
]

async function* eventNews(
  news: AsyncIterable<EventNews>,
): AsyncGenerator<StreamEvent<typeof streamEventsEndpoint>> {
  for await (const one of news) {
    if ('heartbeatAt' in one)
      yield { event: 'heartbeat', id: one.position, data: { at: toRfc3339(one.heartbeatAt) } }
    else yield { event: 'event', id: one.position, data: toEventResource(one.event) }
  }
}
