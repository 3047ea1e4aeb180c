import { notificationEndpoints, streamNotificationsEndpoint } from '#contract/users/notifications.ts'
import { streamsMetric } from '#runtime/events/follow-feed.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../../core/users.ts'
import { createNotificationFeed } from './notification-feed.ts'
import { expiredNotifications, forgetNotifications } from './notification-store.ts'
import { notificationStream } from './stream-route.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

/** The endpoints whose code is loaded on first use: all but the stream, whose reply begins before a failure to load is known. */
const onDemand = notificationEndpoints.filter((one) => one !== streamNotificationsEndpoint)

const streams = {
  name: 'latchkey_notification_streams',
  help: 'Streams of notifications that are open, and notifications that were sent on streams.',
} as const

/** This module keeps the notifications of users and streams them. */
export function openNotifications(users: Users): Module {
  const feed = createNotificationFeed(users)
  return {
    routes: [
      ...routesOnDemand(onDemand, async () => (await loadRoutes()).notificationRoutes(users)),
      notificationStream(feed),
    ],
    rpcs: async () => [(await loadRpcs()).notificationRpcs],
    metrics: [streamsMetric(streams, feed)],
    sweeps: [expiredNotifications],
    forgetUser: forgetNotifications,
    stop: feed.stop,
  }
}
