// Original file: proto/latchkey/users/v1/users.proto

import type { User as _latchkey_users_v1_User, User__Output as _latchkey_users_v1_User__Output } from '../../../latchkey/users/v1/User.ts';

export interface ListUsersResponse {
  'users'?: (_latchkey_users_v1_User)[];
  'next_page_token'?: (string);
  'total'?: (number);
  'total_is_capped'?: (boolean);
  'previous_page_token'?: (string);
  'search_is_partial'?: (boolean);
  '_total'?: "total";
  '_total_is_capped'?: "total_is_capped";
  '_search_is_partial'?: "search_is_partial";
}

export interface ListUsersResponse__Output {
  'users': (_latchkey_users_v1_User__Output)[];
  'next_page_token': (string);
  'total'?: (number);
  'total_is_capped'?: (boolean);
  'previous_page_token': (string);
  'search_is_partial'?: (boolean);
  '_total'?: "total";
  '_total_is_capped'?: "total_is_capped";
  '_search_is_partial'?: "search_is_partial";
}
