// Original file: proto/latchkey/notifications/v1/notifications.proto


export interface StreamNotificationsRequest {
  'after'?: (string);
}

export interface StreamNotificationsRequest__Output {
  'after': (string);
}
