import type { Reply, StreamEvent } from '#contract/declaration/endpoint.ts'
import {
  createNotificationEndpoint,
  deleteNotificationEndpoint,
  getPreferencesEndpoint,
  listNotificationsEndpoint,
  type NotificationResource,
  type PreferenceResource,
  readNotificationsEndpoint,
  replacePreferencesEndpoint,
  streamNotificationsEndpoint,
  updateNotificationEndpoint,
} from '#contract/users/notifications.ts'
import type { CreateNotificationRequest__Output } from '#proto/generated/latchkey/notifications/v1/CreateNotificationRequest.ts'
import type { CreateNotificationResponse } from '#proto/generated/latchkey/notifications/v1/CreateNotificationResponse.ts'
import type { DeleteNotificationRequest__Output } from '#proto/generated/latchkey/notifications/v1/DeleteNotificationRequest.ts'
import type { GetPreferencesResponse } from '#proto/generated/latchkey/notifications/v1/GetPreferencesResponse.ts'
import type { ListNotificationsRequest__Output } from '#proto/generated/latchkey/notifications/v1/ListNotificationsRequest.ts'
import type { ListNotificationsResponse } from '#proto/generated/latchkey/notifications/v1/ListNotificationsResponse.ts'
import type { MarkAllAsReadResponse } from '#proto/generated/latchkey/notifications/v1/MarkAllAsReadResponse.ts'
import type { MarkAsReadRequest__Output } from '#proto/generated/latchkey/notifications/v1/MarkAsReadRequest.ts'
import type { MarkAsReadResponse } from '#proto/generated/latchkey/notifications/v1/MarkAsReadResponse.ts'
import type { Notification } from '#proto/generated/latchkey/notifications/v1/Notification.ts'
import type { ReplacePreferencesRequest__Output } from '#proto/generated/latchkey/notifications/v1/ReplacePreferencesRequest.ts'
import type { StreamNotificationsRequest__Output } from '#proto/generated/latchkey/notifications/v1/StreamNotificationsRequest.ts'
import type { StreamNotificationsResponse } from '#proto/generated/latchkey/notifications/v1/StreamNotificationsResponse.ts'
import { fromEnum, fromStruct, toEnum, toStruct, toTimestamp } from '#proto/values.ts'
import { endpointRpc, endpointStreamRpc, type RpcService } from '#runtime/rpc/rpc.ts'
import { present } from '../../core/user-rpcs.ts'

/** The gRPC methods of notifications. They only translate: endpoints check rights and input. */
export const notificationRpcs: RpcService = {
  name: 'latchkey.notifications.v1.NotificationService',
  file: 'latchkey/notifications/v1/notifications.proto',
  rpcs: {
    CreateNotification: endpointRpc(createNotificationEndpoint, {
      toInput: ({ user_id, type, title, body, data }: CreateNotificationRequest__Output) => ({
        body: {
          user_id,
          type,
          title,
          ...(body === undefined ? {} : { body }),
          ...(data === null ? {} : { data: fromStruct(data) }),
        },
      }),
      toReply: ({
        channels,
        ...created
      }: Reply<typeof createNotificationEndpoint>): CreateNotificationResponse => ({
        notification: toNotificationMessage(created),
        channels: channels.map((channel) => toEnum('CHANNEL_', channel)),
      }),
    }),
    ListNotifications: endpointRpc(listNotificationsEndpoint, {
      toInput: ({ page_size, page_token, unread }: ListNotificationsRequest__Output) => ({
        query: {
          ...(page_size === 0 ? {} : { limit: page_size }),
          ...(page_token === '' ? {} : { cursor: page_token }),
          ...(unread ? { unread: 'true' as const } : {}),
        },
      }),
      toReply: (page: Reply<typeof listNotificationsEndpoint>): ListNotificationsResponse => ({
        notifications: page.data.map(toNotificationMessage),
        next_page_token: page.next_cursor ?? '',
        unread_count: page.unread_count,
        position: page.position,
      }),
    }),
    MarkAsRead: endpointRpc(updateNotificationEndpoint, {
      toInput: ({ id }: MarkAsReadRequest__Output) => ({ params: { id }, body: { read: true } }),
      toReply: (marked): MarkAsReadResponse => ({ notification: toNotificationMessage(marked) }),
    }),
    MarkAllAsRead: endpointRpc(readNotificationsEndpoint, {
      toInput: () => ({}),
      toReply: ({ read }: Reply<typeof readNotificationsEndpoint>): MarkAllAsReadResponse => ({ read }),
    }),
    GetPreferences: endpointRpc(getPreferencesEndpoint, {
      toInput: () => ({}),
      toReply: toPreferencesMessage,
    }),
    ReplacePreferences: endpointRpc(replacePreferencesEndpoint, {
      toInput: ({ preferences }: ReplacePreferencesRequest__Output) => ({
        body: {
          preferences: preferences.map(({ channel, type, enabled }, at) => ({
            ...present('channel', fromEnum(channel, 'CHANNEL_', `preferences.${at}.channel`)),
            type,
            enabled,
          })),
        },
      }),
      toReply: toPreferencesMessage,
    }),
    DeleteNotification: endpointRpc(deleteNotificationEndpoint, {
      toInput: ({ id }: DeleteNotificationRequest__Output) => ({ params: { id } }),
      toReply: () => ({}),
    }),
    StreamNotifications: endpointStreamRpc(streamNotificationsEndpoint, {
      toInput: ({ after }: StreamNotificationsRequest__Output) => ({ query: after === '' ? {} : { after } }),
      toReply: toEventMessage,
    }),
  },
}

function toPreferencesMessage({
  preferences,
}: {
  preferences: PreferenceResource[]
}): GetPreferencesResponse {
  return {
    preferences: preferences.map(({ channel, ...preference }) => ({
      ...preference,
      channel: toEnum('CHANNEL_', channel),
    })),
  }
}

const toNotificationMessage = ({ body, ...notification }: NotificationResource): Notification => ({
  ...notification,
  ...(body === null ? {} : { body }),
  data: toStruct(notification.data),
  created_at: toTimestamp(notification.created_at),
  read_at: toTimestamp(notification.read_at),
})

function toEventMessage(sent: StreamEvent<typeof streamNotificationsEndpoint>): StreamNotificationsResponse {
  return sent.event === 'heartbeat'
    ? { position: sent.id, heartbeat: { at: toTimestamp(sent.data.at) } }
    : { position: sent.id, notification: toNotificationMessage(sent.data) }
}
