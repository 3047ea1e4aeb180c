// Original file: proto/latchkey/notifications/v1/notifications.proto

import type { Notification as _latchkey_notifications_v1_Notification, Notification__Output as _latchkey_notifications_v1_Notification__Output } from '../../../latchkey/notifications/v1/Notification.ts';

export interface ListNotificationsResponse {
  'notifications'?: (_latchkey_notifications_v1_Notification)[];
  'next_page_token'?: (string);
  'unread_count'?: (number);
  'position'?: (string);
}

export interface ListNotificationsResponse__Output {
  'notifications': (_latchkey_notifications_v1_Notification__Output)[];
  'next_page_token': (string);
  'unread_count': (number);
  'position': (string);
}
