import type { StreamEvent } from '#contract/declaration/endpoint.ts'
import { streamNotificationsEndpoint } from '#contract/users/notifications.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { streamRoute } from '#runtime/requests/route.ts'
import { toNotificationResource } from './notification.ts'
import type { NotificationFeed } from './notification-feed.ts'
import { type NotificationNews, watchNotifications } from './watch-notifications.ts'

export const notificationStream = (feed: NotificationFeed) =>
  streamRoute(streamNotificationsEndpoint, ({ query, caller, lastEventId, signal }) =>
    notificationEvents(watchNotifications(feed, { caller, after: lastEventId ?? query.after, signal })),
  )

async function* notificationEvents(
  news: AsyncIterable<NotificationNews>,
): AsyncGenerator<StreamEvent<typeof streamNotificationsEndpoint>> {
  for await (const one of news) {
    if ('heartbeat' in one)
      yield { event: 'heartbeat', id: one.position, data: { at: toRfc3339(one.heartbeat.at) } }
    else yield { event: 'notification', id: one.position, data: toNotificationResource(one.item) }
  }
}
