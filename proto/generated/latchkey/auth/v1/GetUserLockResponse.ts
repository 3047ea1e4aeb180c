// Original file: proto/latchkey/auth/v1/auth.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { WrongPasswords as _latchkey_auth_v1_WrongPasswords, WrongPasswords__Output as _latchkey_auth_v1_WrongPasswords__Output } from '../../../latchkey/auth/v1/WrongPasswords.ts';

export interface GetUserLockResponse {
  'locked'?: (boolean);
  'locked_until'?: (_google_protobuf_Timestamp | null);
  'wrong_passwords'?: (_latchkey_auth_v1_WrongPasswords)[];
}

export interface GetUserLockResponse__Output {
  'locked': (boolean);
  'locked_until': (_google_protobuf_Timestamp__Output | null);
  'wrong_passwords': (_latchkey_auth_v1_WrongPasswords__Output)[];
}
