// Original file: proto/latchkey/notifications/v1/notifications.proto

import type { Notification as _latchkey_notifications_v1_Notification, Notification__Output as _latchkey_notifications_v1_Notification__Output } from '../../../latchkey/notifications/v1/Notification.ts';
import type { Heartbeat as _latchkey_notifications_v1_Heartbeat, Heartbeat__Output as _latchkey_notifications_v1_Heartbeat__Output } from '../../../latchkey/notifications/v1/Heartbeat.ts';

export interface StreamNotificationsResponse {
  'position'?: (string);
  'notification'?: (_latchkey_notifications_v1_Notification | null);
  'heartbeat'?: (_latchkey_notifications_v1_Heartbeat | null);
  'event'?: "notification"|"heartbeat";
}

export interface StreamNotificationsResponse__Output {
  'position': (string);
  'notification'?: (_latchkey_notifications_v1_Notification__Output | null);
  'heartbeat'?: (_latchkey_notifications_v1_Heartbeat__Output | null);
  'event'?: "notification"|"heartbeat";
}
