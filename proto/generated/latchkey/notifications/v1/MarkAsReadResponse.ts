// Original file: proto/latchkey/notifications/v1/notifications.proto

import type { Notification as _latchkey_notifications_v1_Notification, Notification__Output as _latchkey_notifications_v1_Notification__Output } from '../../../latchkey/notifications/v1/Notification.ts';

export interface MarkAsReadResponse {
  'notification'?: (_latchkey_notifications_v1_Notification | null);
}

export interface MarkAsReadResponse__Output {
  'notification': (_latchkey_notifications_v1_Notification__Output | null);
}
