import { authorId, callerId } from '#contract/declaration/endpoint.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import { sendTestEmailEndpoint } from '#contract/system/test-email.ts'
import { describeLinkEndpoint, requestLinkEndpoint } from '#contract/users/links.ts'
import {
  createNotificationEndpoint,
  deleteNotificationEndpoint,
  getPreferencesEndpoint,
  listNotificationsEndpoint,
  readNotificationsEndpoint,
  replacePreferencesEndpoint,
  updateNotificationEndpoint,
} from '#contract/users/notifications.ts'
import type { Mailer } from '#runtime/mail/mail.ts'
import { toRepeatable } from '#runtime/requests/idempotency.ts'
import { route } from '#runtime/requests/route.ts'
import type { Users } from '../core/users.ts'
import { describeLink } from './links/describe-link.ts'
import { requestLink } from './links/request-link.ts'
import { sendTestEmail } from './mail/send-test-email.ts'
import { createNotification } from './notifications/create-notification.ts'
import { deleteNotification } from './notifications/delete-notification.ts'
import { listNotifications } from './notifications/list-notifications.ts'
import { ownerOf, toNotificationResource } from './notifications/notification.ts'
import { markAllRead } from './notifications/notification-store.ts'
import { findPreferences, replacePreferences } from './notifications/preferences.ts'
import { updateNotification } from './notifications/update-notification.ts'

export const messageRoutes = (users: Users, mailer: Mailer) => [
  route(sendTestEmailEndpoint, ({ caller }) =>
    sendTestEmail(users, { mailer, userId: ownerOf(caller), by: caller }),
  ),
  route(requestLinkEndpoint, ({ body }) => requestLink(users, body)),
  route(describeLinkEndpoint, ({ body }) => describeLink(users, body)),
  route(createNotificationEndpoint, async ({ body, caller, idempotencyKey }) => {
    // A request without a caller comes from the authentication service.
    const scope = `createNotification ${caller ? callerId(caller) : 'service'}`
    const repeatable = toRepeatable(idempotencyKey, { scope, body }, users.secrets.fingerprintKey)
    const { user_id: userId, ...rest } = body
    const { notification, channels } = await createNotification(users, {
      ...rest,
      userId: normalizeId(userId),
      repeatable,
      by: caller && authorId(caller),
    })
    return { ...toNotificationResource(notification), channels }
  }),
  route(listNotificationsEndpoint, async ({ query, caller }) => {
    const { limit, cursor, unread } = query
    const page = await listNotifications(users, {
      userId: ownerOf(caller),
      limit,
      cursor,
      isUnread: unread === 'true',
    })
    return {
      data: page.notifications.map(toNotificationResource),
      next_cursor: page.nextCursor,
      unread_count: page.unreadCount,
      position: page.position,
    }
  }),
  route(updateNotificationEndpoint, async ({ params, body, caller }) =>
    toNotificationResource(
      await updateNotification(users, { id: params.id, userId: ownerOf(caller), isRead: body.read }),
    ),
  ),
  route(readNotificationsEndpoint, async ({ caller }) => ({
    read: await markAllRead(users.db, ownerOf(caller), users.clock.now()),
  })),
  route(deleteNotificationEndpoint, ({ params, caller }) =>
    deleteNotification(users, { id: params.id, userId: ownerOf(caller) }),
  ),
  route(getPreferencesEndpoint, async ({ caller }) => ({
    preferences: await findPreferences(users, { userId: ownerOf(caller) }),
  })),
  route(replacePreferencesEndpoint, async ({ body, caller }) => {
    await replacePreferences(users, { userId: ownerOf(caller), preferences: body.preferences })
    return body
  }),
]
