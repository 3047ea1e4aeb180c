// Original file: proto/latchkey/auth/v1/auth.proto

import type { Role as _latchkey_users_v1_Role, Role__Output as _latchkey_users_v1_Role__Output } from '../../../latchkey/users/v1/Role.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface ValidateTokenResponse {
  'user_id'?: (string);
  'username'?: (string);
  'session_id'?: (string);
  'role'?: (_latchkey_users_v1_Role);
  'scope'?: (string);
  'issued_at'?: (_google_protobuf_Timestamp | null);
  'expires_at'?: (_google_protobuf_Timestamp | null);
  'authenticated_at'?: (_google_protobuf_Timestamp | null);
  'acr'?: (string);
  'amr'?: (string)[];
}

export interface ValidateTokenResponse__Output {
  'user_id': (string);
  'username': (string);
  'session_id': (string);
  'role': (_latchkey_users_v1_Role__Output);
  'scope': (string);
  'issued_at': (_google_protobuf_Timestamp__Output | null);
  'expires_at': (_google_protobuf_Timestamp__Output | null);
  'authenticated_at': (_google_protobuf_Timestamp__Output | null);
  'acr': (string);
  'amr': (string)[];
}
