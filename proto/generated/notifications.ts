import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { ListValue as _google_protobuf_ListValue, ListValue__Output as _google_protobuf_ListValue__Output } from './google/protobuf/ListValue.ts';
import type { Struct as _google_protobuf_Struct, Struct__Output as _google_protobuf_Struct__Output } from './google/protobuf/Struct.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';
import type { Value as _google_protobuf_Value, Value__Output as _google_protobuf_Value__Output } from './google/protobuf/Value.ts';
import type { CreateNotificationRequest as _latchkey_notifications_v1_CreateNotificationRequest, CreateNotificationRequest__Output as _latchkey_notifications_v1_CreateNotificationRequest__Output } from './latchkey/notifications/v1/CreateNotificationRequest.ts';
import type { CreateNotificationResponse as _latchkey_notifications_v1_CreateNotificationResponse, CreateNotificationResponse__Output as _latchkey_notifications_v1_CreateNotificationResponse__Output } from './latchkey/notifications/v1/CreateNotificationResponse.ts';
import type { DeleteNotificationRequest as _latchkey_notifications_v1_DeleteNotificationRequest, DeleteNotificationRequest__Output as _latchkey_notifications_v1_DeleteNotificationRequest__Output } from './latchkey/notifications/v1/DeleteNotificationRequest.ts';
import type { DeleteNotificationResponse as _latchkey_notifications_v1_DeleteNotificationResponse, DeleteNotificationResponse__Output as _latchkey_notifications_v1_DeleteNotificationResponse__Output } from './latchkey/notifications/v1/DeleteNotificationResponse.ts';
import type { GetPreferencesRequest as _latchkey_notifications_v1_GetPreferencesRequest, GetPreferencesRequest__Output as _latchkey_notifications_v1_GetPreferencesRequest__Output } from './latchkey/notifications/v1/GetPreferencesRequest.ts';
import type { GetPreferencesResponse as _latchkey_notifications_v1_GetPreferencesResponse, GetPreferencesResponse__Output as _latchkey_notifications_v1_GetPreferencesResponse__Output } from './latchkey/notifications/v1/GetPreferencesResponse.ts';
import type { Heartbeat as _latchkey_notifications_v1_Heartbeat, Heartbeat__Output as _latchkey_notifications_v1_Heartbeat__Output } from './latchkey/notifications/v1/Heartbeat.ts';
import type { ListNotificationsRequest as _latchkey_notifications_v1_ListNotificationsRequest, ListNotificationsRequest__Output as _latchkey_notifications_v1_ListNotificationsRequest__Output } from './latchkey/notifications/v1/ListNotificationsRequest.ts';
import type { ListNotificationsResponse as _latchkey_notifications_v1_ListNotificationsResponse, ListNotificationsResponse__Output as _latchkey_notifications_v1_ListNotificationsResponse__Output } from './latchkey/notifications/v1/ListNotificationsResponse.ts';
import type { MarkAllAsReadRequest as _latchkey_notifications_v1_MarkAllAsReadRequest, MarkAllAsReadRequest__Output as _latchkey_notifications_v1_MarkAllAsReadRequest__Output } from './latchkey/notifications/v1/MarkAllAsReadRequest.ts';
import type { MarkAllAsReadResponse as _latchkey_notifications_v1_MarkAllAsReadResponse, MarkAllAsReadResponse__Output as _latchkey_notifications_v1_MarkAllAsReadResponse__Output } from './latchkey/notifications/v1/MarkAllAsReadResponse.ts';
import type { MarkAsReadRequest as _latchkey_notifications_v1_MarkAsReadRequest, MarkAsReadRequest__Output as _latchkey_notifications_v1_MarkAsReadRequest__Output } from './latchkey/notifications/v1/MarkAsReadRequest.ts';
import type { MarkAsReadResponse as _latchkey_notifications_v1_MarkAsReadResponse, MarkAsReadResponse__Output as _latchkey_notifications_v1_MarkAsReadResponse__Output } from './latchkey/notifications/v1/MarkAsReadResponse.ts';
import type { Notification as _latchkey_notifications_v1_Notification, Notification__Output as _latchkey_notifications_v1_Notification__Output } from './latchkey/notifications/v1/Notification.ts';
import type { NotificationServiceClient as _latchkey_notifications_v1_NotificationServiceClient, NotificationServiceDefinition as _latchkey_notifications_v1_NotificationServiceDefinition } from './latchkey/notifications/v1/NotificationService.ts';
import type { Preference as _latchkey_notifications_v1_Preference, Preference__Output as _latchkey_notifications_v1_Preference__Output } from './latchkey/notifications/v1/Preference.ts';
import type { ReplacePreferencesRequest as _latchkey_notifications_v1_ReplacePreferencesRequest, ReplacePreferencesRequest__Output as _latchkey_notifications_v1_ReplacePreferencesRequest__Output } from './latchkey/notifications/v1/ReplacePreferencesRequest.ts';
import type { ReplacePreferencesResponse as _latchkey_notifications_v1_ReplacePreferencesResponse, ReplacePreferencesResponse__Output as _latchkey_notifications_v1_ReplacePreferencesResponse__Output } from './latchkey/notifications/v1/ReplacePreferencesResponse.ts';
import type { StreamNotificationsRequest as _latchkey_notifications_v1_StreamNotificationsRequest, StreamNotificationsRequest__Output as _latchkey_notifications_v1_StreamNotificationsRequest__Output } from './latchkey/notifications/v1/StreamNotificationsRequest.ts';
import type { StreamNotificationsResponse as _latchkey_notifications_v1_StreamNotificationsResponse, StreamNotificationsResponse__Output as _latchkey_notifications_v1_StreamNotificationsResponse__Output } from './latchkey/notifications/v1/StreamNotificationsResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  google: {
    protobuf: {
      ListValue: MessageTypeDefinition<_google_protobuf_ListValue, _google_protobuf_ListValue__Output>
      NullValue: EnumTypeDefinition
      Struct: MessageTypeDefinition<_google_protobuf_Struct, _google_protobuf_Struct__Output>
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
      Value: MessageTypeDefinition<_google_protobuf_Value, _google_protobuf_Value__Output>
    }
  }
  latchkey: {
    notifications: {
      v1: {
        Channel: EnumTypeDefinition
        CreateNotificationRequest: MessageTypeDefinition<_latchkey_notifications_v1_CreateNotificationRequest, _latchkey_notifications_v1_CreateNotificationRequest__Output>
        CreateNotificationResponse: MessageTypeDefinition<_latchkey_notifications_v1_CreateNotificationResponse, _latchkey_notifications_v1_CreateNotificationResponse__Output>
        DeleteNotificationRequest: MessageTypeDefinition<_latchkey_notifications_v1_DeleteNotificationRequest, _latchkey_notifications_v1_DeleteNotificationRequest__Output>
        DeleteNotificationResponse: MessageTypeDefinition<_latchkey_notifications_v1_DeleteNotificationResponse, _latchkey_notifications_v1_DeleteNotificationResponse__Output>
        GetPreferencesRequest: MessageTypeDefinition<_latchkey_notifications_v1_GetPreferencesRequest, _latchkey_notifications_v1_GetPreferencesRequest__Output>
        GetPreferencesResponse: MessageTypeDefinition<_latchkey_notifications_v1_GetPreferencesResponse, _latchkey_notifications_v1_GetPreferencesResponse__Output>
        Heartbeat: MessageTypeDefinition<_latchkey_notifications_v1_Heartbeat, _latchkey_notifications_v1_Heartbeat__Output>
        ListNotificationsRequest: MessageTypeDefinition<_latchkey_notifications_v1_ListNotificationsRequest, _latchkey_notifications_v1_ListNotificationsRequest__Output>
        ListNotificationsResponse: MessageTypeDefinition<_latchkey_notifications_v1_ListNotificationsResponse, _latchkey_notifications_v1_ListNotificationsResponse__Output>
        MarkAllAsReadRequest: MessageTypeDefinition<_latchkey_notifications_v1_MarkAllAsReadRequest, _latchkey_notifications_v1_MarkAllAsReadRequest__Output>
        MarkAllAsReadResponse: MessageTypeDefinition<_latchkey_notifications_v1_MarkAllAsReadResponse, _latchkey_notifications_v1_MarkAllAsReadResponse__Output>
        MarkAsReadRequest: MessageTypeDefinition<_latchkey_notifications_v1_MarkAsReadRequest, _latchkey_notifications_v1_MarkAsReadRequest__Output>
        MarkAsReadResponse: MessageTypeDefinition<_latchkey_notifications_v1_MarkAsReadResponse, _latchkey_notifications_v1_MarkAsReadResponse__Output>
        Notification: MessageTypeDefinition<_latchkey_notifications_v1_Notification, _latchkey_notifications_v1_Notification__Output>
        NotificationService: SubtypeConstructor<typeof grpc.Client, _latchkey_notifications_v1_NotificationServiceClient> & { service: _latchkey_notifications_v1_NotificationServiceDefinition }
        Preference: MessageTypeDefinition<_latchkey_notifications_v1_Preference, _latchkey_notifications_v1_Preference__Output>
        ReplacePreferencesRequest: MessageTypeDefinition<_latchkey_notifications_v1_ReplacePreferencesRequest, _latchkey_notifications_v1_ReplacePreferencesRequest__Output>
        ReplacePreferencesResponse: MessageTypeDefinition<_latchkey_notifications_v1_ReplacePreferencesResponse, _latchkey_notifications_v1_ReplacePreferencesResponse__Output>
        StreamNotificationsRequest: MessageTypeDefinition<_latchkey_notifications_v1_StreamNotificationsRequest, _latchkey_notifications_v1_StreamNotificationsRequest__Output>
        StreamNotificationsResponse: MessageTypeDefinition<_latchkey_notifications_v1_StreamNotificationsResponse, _latchkey_notifications_v1_StreamNotificationsResponse__Output>
      }
    }
  }
}

