// Original file: proto/latchkey/users/v1/users.proto

import type { Role as _latchkey_users_v1_Role, Role__Output as _latchkey_users_v1_Role__Output } from '../../../latchkey/users/v1/Role.ts';
import type { UserStatus as _latchkey_users_v1_UserStatus, UserStatus__Output as _latchkey_users_v1_UserStatus__Output } from '../../../latchkey/users/v1/UserStatus.ts';
import type { Struct as _google_protobuf_Struct, Struct__Output as _google_protobuf_Struct__Output } from '../../../google/protobuf/Struct.ts';

export interface UserChanges {
  'username'?: (string);
  'email'?: (string);
  'name'?: (string);
  'role'?: (_latchkey_users_v1_Role);
  'status'?: (_latchkey_users_v1_UserStatus);
  'metadata'?: (_google_protobuf_Struct | null);
  'locale'?: (string);
  'suspension_reason'?: (string);
  '_username'?: "username";
  '_email'?: "email";
  '_name'?: "name";
  '_locale'?: "locale";
  '_suspension_reason'?: "suspension_reason";
}

export interface UserChanges__Output {
  'username'?: (string);
  'email'?: (string);
  'name'?: (string);
  'role': (_latchkey_users_v1_Role__Output);
  'status': (_latchkey_users_v1_UserStatus__Output);
  'metadata': (_google_protobuf_Struct__Output | null);
  'locale'?: (string);
  'suspension_reason'?: (string);
  '_username'?: "username";
  '_email'?: "email";
  '_name'?: "name";
  '_locale'?: "locale";
  '_suspension_reason'?: "suspension_reason";
}
