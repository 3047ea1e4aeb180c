// Original file: proto/latchkey/notifications/v1/notifications.proto


export interface DeleteNotificationRequest {
  'id'?: (string);
}

export interface DeleteNotificationRequest__Output {
  'id': (string);
}
