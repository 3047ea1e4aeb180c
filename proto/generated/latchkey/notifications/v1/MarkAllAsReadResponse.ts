// Original file: proto/latchkey/notifications/v1/notifications.proto


export interface MarkAllAsReadResponse {
  'read'?: (number);
}

export interface MarkAllAsReadResponse__Output {
  'read': (number);
}
