// Original file: proto/latchkey/notifications/v1/notifications.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateNotificationRequest as _latchkey_notifications_v1_CreateNotificationRequest, CreateNotificationRequest__Output as _latchkey_notifications_v1_CreateNotificationRequest__Output } from '../../../latchkey/notifications/v1/CreateNotificationRequest.ts';
import type { CreateNotificationResponse as _latchkey_notifications_v1_CreateNotificationResponse, CreateNotificationResponse__Output as _latchkey_notifications_v1_CreateNotificationResponse__Output } from '../../../latchkey/notifications/v1/CreateNotificationResponse.ts';
import type { DeleteNotificationRequest as _latchkey_notifications_v1_DeleteNotificationRequest, DeleteNotificationRequest__Output as _latchkey_notifications_v1_DeleteNotificationRequest__Output } from '../../../latchkey/notifications/v1/DeleteNotificationRequest.ts';
import type { DeleteNotificationResponse as _latchkey_notifications_v1_DeleteNotificationResponse, DeleteNotificationResponse__Output as _latchkey_notifications_v1_DeleteNotificationResponse__Output } from '../../../latchkey/notifications/v1/DeleteNotificationResponse.ts';
import type { GetPreferencesRequest as _latchkey_notifications_v1_GetPreferencesRequest, GetPreferencesRequest__Output as _latchkey_notifications_v1_GetPreferencesRequest__Output } from '../../../latchkey/notifications/v1/GetPreferencesRequest.ts';
import type { GetPreferencesResponse as _latchkey_notifications_v1_GetPreferencesResponse, GetPreferencesResponse__Output as _latchkey_notifications_v1_GetPreferencesResponse__Output } from '../../../latchkey/notifications/v1/GetPreferencesResponse.ts';
import type { ListNotificationsRequest as _latchkey_notifications_v1_ListNotificationsRequest, ListNotificationsRequest__Output as _latchkey_notifications_v1_ListNotificationsRequest__Output } from '../../../latchkey/notifications/v1/ListNotificationsRequest.ts';
import type { ListNotificationsResponse as _latchkey_notifications_v1_ListNotificationsResponse, ListNotificationsResponse__Output as _latchkey_notifications_v1_ListNotificationsResponse__Output } from '../../../latchkey/notifications/v1/ListNotificationsResponse.ts';
import type { MarkAllAsReadRequest as _latchkey_notifications_v1_MarkAllAsReadRequest, MarkAllAsReadRequest__Output as _latchkey_notifications_v1_MarkAllAsReadRequest__Output } from '../../../latchkey/notifications/v1/MarkAllAsReadRequest.ts';
import type { MarkAllAsReadResponse as _latchkey_notifications_v1_MarkAllAsReadResponse, MarkAllAsReadResponse__Output as _latchkey_notifications_v1_MarkAllAsReadResponse__Output } from '../../../latchkey/notifications/v1/MarkAllAsReadResponse.ts';
import type { MarkAsReadRequest as _latchkey_notifications_v1_MarkAsReadRequest, MarkAsReadRequest__Output as _latchkey_notifications_v1_MarkAsReadRequest__Output } from '../../../latchkey/notifications/v1/MarkAsReadRequest.ts';
import type { MarkAsReadResponse as _latchkey_notifications_v1_MarkAsReadResponse, MarkAsReadResponse__Output as _latchkey_notifications_v1_MarkAsReadResponse__Output } from '../../../latchkey/notifications/v1/MarkAsReadResponse.ts';
import type { ReplacePreferencesRequest as _latchkey_notifications_v1_ReplacePreferencesRequest, ReplacePreferencesRequest__Output as _latchkey_notifications_v1_ReplacePreferencesRequest__Output } from '../../../latchkey/notifications/v1/ReplacePreferencesRequest.ts';
import type { ReplacePreferencesResponse as _latchkey_notifications_v1_ReplacePreferencesResponse, ReplacePreferencesResponse__Output as _latchkey_notifications_v1_ReplacePreferencesResponse__Output } from '../../../latchkey/notifications/v1/ReplacePreferencesResponse.ts';
import type { StreamNotificationsRequest as _latchkey_notifications_v1_StreamNotificationsRequest, StreamNotificationsRequest__Output as _latchkey_notifications_v1_StreamNotificationsRequest__Output } from '../../../latchkey/notifications/v1/StreamNotificationsRequest.ts';
import type { StreamNotificationsResponse as _latchkey_notifications_v1_StreamNotificationsResponse, StreamNotificationsResponse__Output as _latchkey_notifications_v1_StreamNotificationsResponse__Output } from '../../../latchkey/notifications/v1/StreamNotificationsResponse.ts';

export interface NotificationServiceClient extends grpc.Client {
  CreateNotification(argument: _latchkey_notifications_v1_CreateNotificationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_CreateNotificationResponse__Output>): grpc.ClientUnaryCall;
  CreateNotification(argument: _latchkey_notifications_v1_CreateNotificationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_CreateNotificationResponse__Output>): grpc.ClientUnaryCall;
  CreateNotification(argument: _latchkey_notifications_v1_CreateNotificationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_CreateNotificationResponse__Output>): grpc.ClientUnaryCall;
  CreateNotification(argument: _latchkey_notifications_v1_CreateNotificationRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_CreateNotificationResponse__Output>): grpc.ClientUnaryCall;
  createNotification(argument: _latchkey_notifications_v1_CreateNotificationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_CreateNotificationResponse__Output>): grpc.ClientUnaryCall;
  createNotification(argument: _latchkey_notifications_v1_CreateNotificationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_CreateNotificationResponse__Output>): grpc.ClientUnaryCall;
  createNotification(argument: _latchkey_notifications_v1_CreateNotificationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_CreateNotificationResponse__Output>): grpc.ClientUnaryCall;
  createNotification(argument: _latchkey_notifications_v1_CreateNotificationRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_CreateNotificationResponse__Output>): grpc.ClientUnaryCall;
  
  DeleteNotification(argument: _latchkey_notifications_v1_DeleteNotificationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_DeleteNotificationResponse__Output>): grpc.ClientUnaryCall;
  DeleteNotification(argument: _latchkey_notifications_v1_DeleteNotificationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_DeleteNotificationResponse__Output>): grpc.ClientUnaryCall;
  DeleteNotification(argument: _latchkey_notifications_v1_DeleteNotificationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_DeleteNotificationResponse__Output>): grpc.ClientUnaryCall;
  DeleteNotification(argument: _latchkey_notifications_v1_DeleteNotificationRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_DeleteNotificationResponse__Output>): grpc.ClientUnaryCall;
  deleteNotification(argument: _latchkey_notifications_v1_DeleteNotificationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_DeleteNotificationResponse__Output>): grpc.ClientUnaryCall;
  deleteNotification(argument: _latchkey_notifications_v1_DeleteNotificationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_DeleteNotificationResponse__Output>): grpc.ClientUnaryCall;
  deleteNotification(argument: _latchkey_notifications_v1_DeleteNotificationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_DeleteNotificationResponse__Output>): grpc.ClientUnaryCall;
  deleteNotification(argument: _latchkey_notifications_v1_DeleteNotificationRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_DeleteNotificationResponse__Output>): grpc.ClientUnaryCall;
  
  GetPreferences(argument: _latchkey_notifications_v1_GetPreferencesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_GetPreferencesResponse__Output>): grpc.ClientUnaryCall;
  GetPreferences(argument: _latchkey_notifications_v1_GetPreferencesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_GetPreferencesResponse__Output>): grpc.ClientUnaryCall;
  GetPreferences(argument: _latchkey_notifications_v1_GetPreferencesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_GetPreferencesResponse__Output>): grpc.ClientUnaryCall;
  GetPreferences(argument: _latchkey_notifications_v1_GetPreferencesRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_GetPreferencesResponse__Output>): grpc.ClientUnaryCall;
  getPreferences(argument: _latchkey_notifications_v1_GetPreferencesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_GetPreferencesResponse__Output>): grpc.ClientUnaryCall;
  getPreferences(argument: _latchkey_notifications_v1_GetPreferencesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_GetPreferencesResponse__Output>): grpc.ClientUnaryCall;
  getPreferences(argument: _latchkey_notifications_v1_GetPreferencesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_GetPreferencesResponse__Output>): grpc.ClientUnaryCall;
  getPreferences(argument: _latchkey_notifications_v1_GetPreferencesRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_GetPreferencesResponse__Output>): grpc.ClientUnaryCall;
  
  ListNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  ListNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  ListNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  ListNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  listNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  listNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  listNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  listNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  
  MarkAllAsRead(argument: _latchkey_notifications_v1_MarkAllAsReadRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAllAsReadResponse__Output>): grpc.ClientUnaryCall;
  MarkAllAsRead(argument: _latchkey_notifications_v1_MarkAllAsReadRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAllAsReadResponse__Output>): grpc.ClientUnaryCall;
  MarkAllAsRead(argument: _latchkey_notifications_v1_MarkAllAsReadRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAllAsReadResponse__Output>): grpc.ClientUnaryCall;
  MarkAllAsRead(argument: _latchkey_notifications_v1_MarkAllAsReadRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAllAsReadResponse__Output>): grpc.ClientUnaryCall;
  markAllAsRead(argument: _latchkey_notifications_v1_MarkAllAsReadRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAllAsReadResponse__Output>): grpc.ClientUnaryCall;
  markAllAsRead(argument: _latchkey_notifications_v1_MarkAllAsReadRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAllAsReadResponse__Output>): grpc.ClientUnaryCall;
  markAllAsRead(argument: _latchkey_notifications_v1_MarkAllAsReadRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAllAsReadResponse__Output>): grpc.ClientUnaryCall;
  markAllAsRead(argument: _latchkey_notifications_v1_MarkAllAsReadRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAllAsReadResponse__Output>): grpc.ClientUnaryCall;
  
  MarkAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  MarkAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  MarkAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  MarkAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  markAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  markAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  markAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  markAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  
  ReplacePreferences(argument: _latchkey_notifications_v1_ReplacePreferencesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_ReplacePreferencesResponse__Output>): grpc.ClientUnaryCall;
  ReplacePreferences(argument: _latchkey_notifications_v1_ReplacePreferencesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_ReplacePreferencesResponse__Output>): grpc.ClientUnaryCall;
  ReplacePreferences(argument: _latchkey_notifications_v1_ReplacePreferencesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_ReplacePreferencesResponse__Output>): grpc.ClientUnaryCall;
  ReplacePreferences(argument: _latchkey_notifications_v1_ReplacePreferencesRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_ReplacePreferencesResponse__Output>): grpc.ClientUnaryCall;
  replacePreferences(argument: _latchkey_notifications_v1_ReplacePreferencesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_ReplacePreferencesResponse__Output>): grpc.ClientUnaryCall;
  replacePreferences(argument: _latchkey_notifications_v1_ReplacePreferencesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_ReplacePreferencesResponse__Output>): grpc.ClientUnaryCall;
  replacePreferences(argument: _latchkey_notifications_v1_ReplacePreferencesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_ReplacePreferencesResponse__Output>): grpc.ClientUnaryCall;
  replacePreferences(argument: _latchkey_notifications_v1_ReplacePreferencesRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_ReplacePreferencesResponse__Output>): grpc.ClientUnaryCall;
  
  StreamNotifications(argument: _latchkey_notifications_v1_StreamNotificationsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_notifications_v1_StreamNotificationsResponse__Output>;
  StreamNotifications(argument: _latchkey_notifications_v1_StreamNotificationsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_notifications_v1_StreamNotificationsResponse__Output>;
  streamNotifications(argument: _latchkey_notifications_v1_StreamNotificationsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_notifications_v1_StreamNotificationsResponse__Output>;
  streamNotifications(argument: _latchkey_notifications_v1_StreamNotificationsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_notifications_v1_StreamNotificationsResponse__Output>;
  
}

export interface NotificationServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateNotification: grpc.handleUnaryCall<_latchkey_notifications_v1_CreateNotificationRequest__Output, _latchkey_notifications_v1_CreateNotificationResponse>;
  
  DeleteNotification: grpc.handleUnaryCall<_latchkey_notifications_v1_DeleteNotificationRequest__Output, _latchkey_notifications_v1_DeleteNotificationResponse>;
  
  GetPreferences: grpc.handleUnaryCall<_latchkey_notifications_v1_GetPreferencesRequest__Output, _latchkey_notifications_v1_GetPreferencesResponse>;
  
  ListNotifications: grpc.handleUnaryCall<_latchkey_notifications_v1_ListNotificationsRequest__Output, _latchkey_notifications_v1_ListNotificationsResponse>;
  
  MarkAllAsRead: grpc.handleUnaryCall<_latchkey_notifications_v1_MarkAllAsReadRequest__Output, _latchkey_notifications_v1_MarkAllAsReadResponse>;
  
  MarkAsRead: grpc.handleUnaryCall<_latchkey_notifications_v1_MarkAsReadRequest__Output, _latchkey_notifications_v1_MarkAsReadResponse>;
  
  ReplacePreferences: grpc.handleUnaryCall<_latchkey_notifications_v1_ReplacePreferencesRequest__Output, _latchkey_notifications_v1_ReplacePreferencesResponse>;
  
  StreamNotifications: grpc.handleServerStreamingCall<_latchkey_notifications_v1_StreamNotificationsRequest__Output, _latchkey_notifications_v1_StreamNotificationsResponse>;
  
}

export interface NotificationServiceDefinition extends grpc.ServiceDefinition {
  CreateNotification: MethodDefinition<_latchkey_notifications_v1_CreateNotificationRequest, _latchkey_notifications_v1_CreateNotificationResponse, _latchkey_notifications_v1_CreateNotificationRequest__Output, _latchkey_notifications_v1_CreateNotificationResponse__Output>
  DeleteNotification: MethodDefinition<_latchkey_notifications_v1_DeleteNotificationRequest, _latchkey_notifications_v1_DeleteNotificationResponse, _latchkey_notifications_v1_DeleteNotificationRequest__Output, _latchkey_notifications_v1_DeleteNotificationResponse__Output>
  GetPreferences: MethodDefinition<_latchkey_notifications_v1_GetPreferencesRequest, _latchkey_notifications_v1_GetPreferencesResponse, _latchkey_notifications_v1_GetPreferencesRequest__Output, _latchkey_notifications_v1_GetPreferencesResponse__Output>
  ListNotifications: MethodDefinition<_latchkey_notifications_v1_ListNotificationsRequest, _latchkey_notifications_v1_ListNotificationsResponse, _latchkey_notifications_v1_ListNotificationsRequest__Output, _latchkey_notifications_v1_ListNotificationsResponse__Output>
  MarkAllAsRead: MethodDefinition<_latchkey_notifications_v1_MarkAllAsReadRequest, _latchkey_notifications_v1_MarkAllAsReadResponse, _latchkey_notifications_v1_MarkAllAsReadRequest__Output, _latchkey_notifications_v1_MarkAllAsReadResponse__Output>
  MarkAsRead: MethodDefinition<_latchkey_notifications_v1_MarkAsReadRequest, _latchkey_notifications_v1_MarkAsReadResponse, _latchkey_notifications_v1_MarkAsReadRequest__Output, _latchkey_notifications_v1_MarkAsReadResponse__Output>
  ReplacePreferences: MethodDefinition<_latchkey_notifications_v1_ReplacePreferencesRequest, _latchkey_notifications_v1_ReplacePreferencesResponse, _latchkey_notifications_v1_ReplacePreferencesRequest__Output, _latchkey_notifications_v1_ReplacePreferencesResponse__Output>
  StreamNotifications: MethodDefinition<_latchkey_notifications_v1_StreamNotificationsRequest, _latchkey_notifications_v1_StreamNotificationsResponse, _latchkey_notifications_v1_StreamNotificationsRequest__Output, _latchkey_notifications_v1_StreamNotificationsResponse__Output>
}
