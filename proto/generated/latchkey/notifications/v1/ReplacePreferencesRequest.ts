// Original file: proto/latchkey/notifications/v1/notifications.proto

import type { Preference as _latchkey_notifications_v1_Preference, Preference__Output as _latchkey_notifications_v1_Preference__Output } from '../../../latchkey/notifications/v1/Preference.ts';

export interface ReplacePreferencesRequest {
  'preferences'?: (_latchkey_notifications_v1_Preference)[];
}

export interface ReplacePreferencesRequest__Output {
  'preferences': (_latchkey_notifications_v1_Preference__Output)[];
}
