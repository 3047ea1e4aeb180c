// Original file: proto/latchkey/notifications/v1/notifications.proto


export interface MarkAsReadRequest {
  'id'?: (string);
}

export interface MarkAsReadRequest__Output {
  'id': (string);
}
