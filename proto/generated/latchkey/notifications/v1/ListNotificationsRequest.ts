// Original file: proto/latchkey/notifications/v1/notifications.proto


export interface ListNotificationsRequest {
  'page_size'?: (number);
  'page_token'?: (string);
  'unread'?: (boolean);
}

export interface ListNotificationsRequest__Output {
  'page_size': (number);
  'page_token': (string);
  'unread': (boolean);
}
