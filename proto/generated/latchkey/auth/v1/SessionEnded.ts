// Original file: proto/latchkey/auth/v1/auth.proto

import type { EndReason as _latchkey_auth_v1_EndReason, EndReason__Output as _latchkey_auth_v1_EndReason__Output } from '../../../latchkey/auth/v1/EndReason.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface SessionEnded {
  'session_id'?: (string);
  'user_id'?: (string);
  'reason'?: (_latchkey_auth_v1_EndReason);
  'ended_at'?: (_google_protobuf_Timestamp | null);
  'forget_at'?: (_google_protobuf_Timestamp | null);
}

export interface SessionEnded__Output {
  'session_id': (string);
  'user_id': (string);
  'reason': (_latchkey_auth_v1_EndReason__Output);
  'ended_at': (_google_protobuf_Timestamp__Output | null);
  'forget_at': (_google_protobuf_Timestamp__Output | null);
}
