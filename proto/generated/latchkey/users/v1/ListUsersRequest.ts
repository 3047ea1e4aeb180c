// Original file: proto/latchkey/users/v1/users.proto

import type { UserStatus as _latchkey_users_v1_UserStatus, UserStatus__Output as _latchkey_users_v1_UserStatus__Output } from '../../../latchkey/users/v1/UserStatus.ts';
import type { Role as _latchkey_users_v1_Role, Role__Output as _latchkey_users_v1_Role__Output } from '../../../latchkey/users/v1/Role.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface ListUsersRequest {
  'page_size'?: (number);
  'page_token'?: (string);
  'prefix'?: (string);
  'status'?: (_latchkey_users_v1_UserStatus);
  'role'?: (_latchkey_users_v1_Role);
  'created_after'?: (_google_protobuf_Timestamp | null);
  'created_before'?: (_google_protobuf_Timestamp | null);
  'count_total'?: (boolean);
  'search'?: (string);
  'sort'?: (string);
  'email_verified'?: (boolean);
  'has_second_factor'?: (boolean);
  'has_logged_in'?: (boolean);
  '_email_verified'?: "email_verified";
  '_has_second_factor'?: "has_second_factor";
  '_has_logged_in'?: "has_logged_in";
}

export interface ListUsersRequest__Output {
  'page_size': (number);
  'page_token': (string);
  'prefix': (string);
  'status': (_latchkey_users_v1_UserStatus__Output);
  'role': (_latchkey_users_v1_Role__Output);
  'created_after': (_google_protobuf_Timestamp__Output | null);
  'created_before': (_google_protobuf_Timestamp__Output | null);
  'count_total': (boolean);
  'search': (string);
  'sort': (string);
  'email_verified'?: (boolean);
  'has_second_factor'?: (boolean);
  'has_logged_in'?: (boolean);
  '_email_verified'?: "email_verified";
  '_has_second_factor'?: "has_second_factor";
  '_has_logged_in'?: "has_logged_in";
}
