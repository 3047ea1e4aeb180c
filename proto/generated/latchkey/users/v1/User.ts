// Original file: proto/latchkey/users/v1/users.proto

import type { Role as _latchkey_users_v1_Role, Role__Output as _latchkey_users_v1_Role__Output } from '../../../latchkey/users/v1/Role.ts';
import type { UserStatus as _latchkey_users_v1_UserStatus, UserStatus__Output as _latchkey_users_v1_UserStatus__Output } from '../../../latchkey/users/v1/UserStatus.ts';
import type { Struct as _google_protobuf_Struct, Struct__Output as _google_protobuf_Struct__Output } from '../../../google/protobuf/Struct.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface User {
  'id'?: (string);
  'username'?: (string);
  'email'?: (string);
  'name'?: (string);
  'role'?: (_latchkey_users_v1_Role);
  'status'?: (_latchkey_users_v1_UserStatus);
  'email_verified'?: (boolean);
  'has_password'?: (boolean);
  'metadata'?: (_google_protobuf_Struct | null);
  'created_at'?: (_google_protobuf_Timestamp | null);
  'updated_at'?: (_google_protobuf_Timestamp | null);
  'last_login_at'?: (_google_protobuf_Timestamp | null);
  'locale'?: (string);
  'is_active'?: (boolean);
  '_name'?: "name";
  '_locale'?: "locale";
}

export interface User__Output {
  'id': (string);
  'username': (string);
  'email': (string);
  'name'?: (string);
  'role': (_latchkey_users_v1_Role__Output);
  'status': (_latchkey_users_v1_UserStatus__Output);
  'email_verified': (boolean);
  'has_password': (boolean);
  'metadata': (_google_protobuf_Struct__Output | null);
  'created_at': (_google_protobuf_Timestamp__Output | null);
  'updated_at': (_google_protobuf_Timestamp__Output | null);
  'last_login_at': (_google_protobuf_Timestamp__Output | null);
  'locale'?: (string);
  'is_active': (boolean);
  '_name'?: "name";
  '_locale'?: "locale";
}
