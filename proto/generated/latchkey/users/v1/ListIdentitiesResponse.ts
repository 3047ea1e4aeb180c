// Original file: proto/latchkey/users/v1/users.proto

import type { Identity as _latchkey_users_v1_Identity, Identity__Output as _latchkey_users_v1_Identity__Output } from '../../../latchkey/users/v1/Identity.ts';

export interface ListIdentitiesResponse {
  'identities'?: (_latchkey_users_v1_Identity)[];
}

export interface ListIdentitiesResponse__Output {
  'identities': (_latchkey_users_v1_Identity__Output)[];
}
