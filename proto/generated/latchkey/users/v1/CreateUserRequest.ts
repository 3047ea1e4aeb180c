// Original file: proto/latchkey/users/v1/users.proto

import type { Role as _latchkey_users_v1_Role, Role__Output as _latchkey_users_v1_Role__Output } from '../../../latchkey/users/v1/Role.ts';
import type { Struct as _google_protobuf_Struct, Struct__Output as _google_protobuf_Struct__Output } from '../../../google/protobuf/Struct.ts';

export interface CreateUserRequest {
  'name'?: (string);
  'email'?: (string);
  'username'?: (string);
  'password'?: (string);
  'role'?: (_latchkey_users_v1_Role);
  'metadata'?: (_google_protobuf_Struct | null);
  'locale'?: (string);
  '_username'?: "username";
  '_password'?: "password";
  '_locale'?: "locale";
}

export interface CreateUserRequest__Output {
  'name': (string);
  'email': (string);
  'username'?: (string);
  'password'?: (string);
  'role': (_latchkey_users_v1_Role__Output);
  'metadata': (_google_protobuf_Struct__Output | null);
  'locale'?: (string);
  '_username'?: "username";
  '_password'?: "password";
  '_locale'?: "locale";
}
