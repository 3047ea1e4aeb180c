// Original file: proto/latchkey/users/v1/users.proto

import type { Passkey as _latchkey_users_v1_Passkey, Passkey__Output as _latchkey_users_v1_Passkey__Output } from '../../../latchkey/users/v1/Passkey.ts';

export interface ListPasskeysResponse {
  'passkeys'?: (_latchkey_users_v1_Passkey)[];
}

export interface ListPasskeysResponse__Output {
  'passkeys': (_latchkey_users_v1_Passkey__Output)[];
}
