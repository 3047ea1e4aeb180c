// Original file: proto/latchkey/notifications/v1/notifications.proto

import type { Channel as _latchkey_notifications_v1_Channel, Channel__Output as _latchkey_notifications_v1_Channel__Output } from '../../../latchkey/notifications/v1/Channel.ts';

export interface Preference {
  'channel'?: (_latchkey_notifications_v1_Channel);
  'type'?: (string);
  'enabled'?: (boolean);
}

export interface Preference__Output {
  'channel': (_latchkey_notifications_v1_Channel__Output);
  'type': (string);
  'enabled': (boolean);
}
