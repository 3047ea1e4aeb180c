// Original file: proto/latchkey/users/v1/users.proto

import type { User as _latchkey_users_v1_User, User__Output as _latchkey_users_v1_User__Output } from '../../../latchkey/users/v1/User.ts';

export interface SignUpResponse {
  'user'?: (_latchkey_users_v1_User | null);
  'etag'?: (string);
}

export interface SignUpResponse__Output {
  'user': (_latchkey_users_v1_User__Output | null);
  'etag': (string);
}
