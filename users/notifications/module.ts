import type { Module } from '#runtime/module.ts'
import type { Users } from '../core/users.ts'
import { createNotificationFeed, notificationStreamsMetric } from './notification-feed.ts'
import { expiredNotifications, forgetNotifications } from './notification-store.ts'
import { notificationRoutes } from './routes.ts'
import { notificationRpcs } from './rpcs.ts'

/** This module keeps the notifications of users and streams them. */
export function openNotifications(users: Users): Module {
  const feed = createNotificationFeed(users)
  return {
    routes: notificationRoutes(users, feed),
    rpcs: [notificationRpcs],
    metrics: [notificationStreamsMetric(feed)],
    sweeps: [expiredNotifications],
    forgetUser: forgetNotifications,
    stop: feed.stop,
  }
}
