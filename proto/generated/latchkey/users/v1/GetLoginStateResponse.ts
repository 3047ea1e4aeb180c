// Original file: proto/latchkey/users/v1/users.proto

import type { Suspension as _latchkey_users_v1_Suspension, Suspension__Output as _latchkey_users_v1_Suspension__Output } from '../../../latchkey/users/v1/Suspension.ts';
import type { PasswordState as _latchkey_users_v1_PasswordState, PasswordState__Output as _latchkey_users_v1_PasswordState__Output } from '../../../latchkey/users/v1/PasswordState.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface GetLoginStateResponse {
  'suspension'?: (_latchkey_users_v1_Suspension | null);
  'password'?: (_latchkey_users_v1_PasswordState);
  'temporary_until'?: (_google_protobuf_Timestamp | null);
  'sessions_pending_since'?: (_google_protobuf_Timestamp | null);
}

export interface GetLoginStateResponse__Output {
  'suspension': (_latchkey_users_v1_Suspension__Output | null);
  'password': (_latchkey_users_v1_PasswordState__Output);
  'temporary_until': (_google_protobuf_Timestamp__Output | null);
  'sessions_pending_since': (_google_protobuf_Timestamp__Output | null);
}
