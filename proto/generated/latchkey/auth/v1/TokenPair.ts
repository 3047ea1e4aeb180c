// Original file: proto/latchkey/auth/v1/auth.proto

import type { User as _latchkey_users_v1_User, User__Output as _latchkey_users_v1_User__Output } from '../../../latchkey/users/v1/User.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface TokenPair {
  'access_token'?: (string);
  'refresh_token'?: (string);
  'token_type'?: (string);
  'expires_in'?: (number);
  'refresh_expires_in'?: (number);
  'session_id'?: (string);
  'user'?: (_latchkey_users_v1_User | null);
  'expires_at'?: (_google_protobuf_Timestamp | null);
}

export interface TokenPair__Output {
  'access_token': (string);
  'refresh_token': (string);
  'token_type': (string);
  'expires_in': (number);
  'refresh_expires_in': (number);
  'session_id': (string);
  'user': (_latchkey_users_v1_User__Output | null);
  'expires_at': (_google_protobuf_Timestamp__Output | null);
}
