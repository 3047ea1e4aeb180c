import type { StreamEvent } from '#contract/declaration/endpoint.ts'
import { streamEventsEndpoint } from '#contract/events/events.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { toEventResource } from '#runtime/events/event-log.ts'
import { streamRoute } from '#runtime/requests/route.ts'
import { readFilter } from './event.ts'
import type { EventFeed } from './event-feed.ts'
import { type EventNews, watchEvents } from './watch-events.ts'

export const eventStream = (feed: EventFeed) =>
  streamRoute(streamEventsEndpoint, ({ query, caller, lastEventId, signal }) =>
    eventNews(
      watchEvents(feed, { caller, filter: readFilter(query), after: lastEventId ?? query.after, signal }),
    ),
  )

async function* eventNews(
  news: AsyncIterable<EventNews>,
): AsyncGenerator<StreamEvent<typeof streamEventsEndpoint>> {
  for await (const one of news) {
    if ('heartbeat' in one)
      yield { event: 'heartbeat', id: one.position, data: { at: toRfc3339(one.heartbeat.at) } }
    else yield { event: 'event', id: one.position, data: toEventResource(one.item) }
  }
}
