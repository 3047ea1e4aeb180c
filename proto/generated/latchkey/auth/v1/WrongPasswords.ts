// Original file: proto/latchkey/auth/v1/auth.proto

import type { WrongPasswordsKind as _latchkey_auth_v1_WrongPasswordsKind, WrongPasswordsKind__Output as _latchkey_auth_v1_WrongPasswordsKind__Output } from '../../../latchkey/auth/v1/WrongPasswordsKind.ts';
import type { LoginNameKind as _latchkey_auth_v1_LoginNameKind, LoginNameKind__Output as _latchkey_auth_v1_LoginNameKind__Output } from '../../../latchkey/auth/v1/LoginNameKind.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface WrongPasswords {
  'what'?: (_latchkey_auth_v1_WrongPasswordsKind);
  'login_name'?: (_latchkey_auth_v1_LoginNameKind);
  'network'?: (string);
  'count'?: (number);
  'last_at'?: (_google_protobuf_Timestamp | null);
  'paused_until'?: (_google_protobuf_Timestamp | null);
  '_network'?: "network";
}

export interface WrongPasswords__Output {
  'what': (_latchkey_auth_v1_WrongPasswordsKind__Output);
  'login_name': (_latchkey_auth_v1_LoginNameKind__Output);
  'network'?: (string);
  'count': (number);
  'last_at': (_google_protobuf_Timestamp__Output | null);
  'paused_until': (_google_protobuf_Timestamp__Output | null);
  '_network'?: "network";
}
