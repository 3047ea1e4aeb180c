// Original file: proto/latchkey/notifications/v1/notifications.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateNotificationRequest as _latchkey_notifications_v1_CreateNotificationRequest, CreateNotificationRequest__Output as _latchkey_notifications_v1_CreateNotificationRequest__Output } from '../../../latchkey/notifications/v1/CreateNotificationRequest.ts';
import type { CreateNotificationResponse as _latchkey_notifications_v1_CreateNotificationResponse, CreateNotificationResponse__Output as _latchkey_notifications_v1_CreateNotificationResponse__Output } from '../../../latchkey/notifications/v1/CreateNotificationResponse.ts';
import type { DeleteNotificationRequest as _latchkey_notifications_v1_DeleteNotificationRequest, DeleteNotificationRequest__Output as _latchkey_notifications_v1_DeleteNotificationRequest__Output } from '../../../latchkey/notifications/v1/DeleteNotificationRequest.ts';
import type { DeleteNotificationResponse as _latchkey_notifications_v1_DeleteNotificationResponse, DeleteNotificationResponse__Output as _latchkey_notifications_v1_DeleteNotificationResponse__Output } from '../../../latchkey/notifications/v1/DeleteNotificationResponse.ts';
import type { ListNotificationsRequest as _latchkey_notifications_v1_ListNotificationsRequest, ListNotificationsRequest__Output as _latchkey_notifications_v1_ListNotificationsRequest__Output } from '../../../latchkey/notifications/v1/ListNotificationsRequest.ts';
import type { ListNotificationsResponse as _latchkey_notifications_v1_ListNotificationsResponse, ListNotificationsResponse__Output as _latchkey_notifications_v1_ListNotificationsResponse__Output } from '../../../latchkey/notifications/v1/ListNotificationsResponse.ts';
import type { MarkAsReadRequest as _latchkey_notifications_v1_MarkAsReadRequest, MarkAsReadRequest__Output as _latchkey_notifications_v1_MarkAsReadRequest__Output } from '../../../latchkey/notifications/v1/MarkAsReadRequest.ts';
import type { MarkAsReadResponse as _latchkey_notifications_v1_MarkAsReadResponse, MarkAsReadResponse__Output as _latchkey_notifications_v1_MarkAsReadResponse__Output } from '../../../latchkey/notifications/v1/MarkAsReadResponse.ts';
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
  
  ListNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  ListNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  ListNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  ListNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  listNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  listNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  listNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  listNotifications(argument: _latchkey_notifications_v1_ListNotificationsRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_ListNotificationsResponse__Output>): grpc.ClientUnaryCall;
  
  MarkAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  MarkAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  MarkAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  MarkAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  markAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  markAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  markAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  markAsRead(argument: _latchkey_notifications_v1_MarkAsReadRequest, callback: grpc.requestCallback<_latchkey_notifications_v1_MarkAsReadResponse__Output>): grpc.ClientUnaryCall;
  
  StreamNotifications(argument: _latchkey_notifications_v1_StreamNotificationsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_notifications_v1_StreamNotificationsResponse__Output>;
  StreamNotifications(argument: _latchkey_notifications_v1_StreamNotificationsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_notifications_v1_StreamNotificationsResponse__Output>;
  streamNotifications(argument: _latchkey_notifications_v1_StreamNotificationsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_notifications_v1_StreamNotificationsResponse__Output>;
  streamNotifications(argument: _latchkey_notifications_v1_StreamNotificationsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_notifications_v1_StreamNotificationsResponse__Output>;
  
}

export interface NotificationServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateNotification: grpc.handleUnaryCall<_latchkey_notifications_v1_CreateNotificationRequest__Output, _latchkey_notifications_v1_CreateNotificationResponse>;
  
  DeleteNotification: grpc.handleUnaryCall<_latchkey_notifications_v1_DeleteNotificationRequest__Output, _latchkey_notifications_v1_DeleteNotificationResponse>;
  
  ListNotifications: grpc.handleUnaryCall<_latchkey_notifications_v1_ListNotificationsRequest__Output, _latchkey_notifications_v1_ListNotificationsResponse>;
  
  MarkAsRead: grpc.handleUnaryCall<_latchkey_notifications_v1_MarkAsReadRequest__Output, _latchkey_notifications_v1_MarkAsReadResponse>;
  
  StreamNotifications: grpc.handleServerStreamingCall<_latchkey_notifications_v1_StreamNotificationsRequest__Output, _latchkey_notifications_v1_StreamNotificationsResponse>;
  
}

export interface NotificationServiceDefinition extends grpc.ServiceDefinition {
  CreateNotification: MethodDefinition<_latchkey_notifications_v1_CreateNotificationRequest, _latchkey_notifications_v1_CreateNotificationResponse, _latchkey_notifications_v1_CreateNotificationRequest__Output, _latchkey_notifications_v1_CreateNotificationResponse__Output>
  DeleteNotification: MethodDefinition<_latchkey_notifications_v1_DeleteNotificationRequest, _latchkey_notifications_v1_DeleteNotificationResponse, _latchkey_notifications_v1_DeleteNotificationRequest__Output, _latchkey_notifications_v1_DeleteNotificationResponse__Output>
  ListNotifications: MethodDefinition<_latchkey_notifications_v1_ListNotificationsRequest, _latchkey_notifications_v1_ListNotificationsResponse, _latchkey_notifications_v1_ListNotificationsRequest__Output, _latchkey_notifications_v1_ListNotificationsResponse__Output>
  MarkAsRead: MethodDefinition<_latchkey_notifications_v1_MarkAsReadRequest, _latchkey_notifications_v1_MarkAsReadResponse, _latchkey_notifications_v1_MarkAsReadRequest__Output, _latchkey_notifications_v1_MarkAsReadResponse__Output>
  StreamNotifications: MethodDefinition<_latchkey_notifications_v1_StreamNotificationsRequest, _latchkey_notifications_v1_StreamNotificationsResponse, _latchkey_notifications_v1_StreamNotificationsRequest__Output, _latchkey_notifications_v1_StreamNotificationsResponse__Output>
}
