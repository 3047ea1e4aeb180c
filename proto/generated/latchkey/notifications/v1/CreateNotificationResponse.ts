// Original file: proto/latchkey/notifications/v1/notifications.proto

import type { Notification as _latchkey_notifications_v1_Notification, Notification__Output as _latchkey_notifications_v1_Notification__Output } from '../../../latchkey/notifications/v1/Notification.ts';
import type { Channel as _latchkey_notifications_v1_Channel, Channel__Output as _latchkey_notifications_v1_Channel__Output } from '../../../latchkey/notifications/v1/Channel.ts';

export interface CreateNotificationResponse {
  'notification'?: (_latchkey_notifications_v1_Notification | null);
  'channels'?: (_latchkey_notifications_v1_Channel)[];
}

export interface CreateNotificationResponse__Output {
  'notification': (_latchkey_notifications_v1_Notification__Output | null);
  'channels': (_latchkey_notifications_v1_Channel__Output)[];
}
