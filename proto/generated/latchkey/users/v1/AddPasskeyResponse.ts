// Original file: proto/latchkey/users/v1/users.proto

import type { Passkey as _latchkey_users_v1_Passkey, Passkey__Output as _latchkey_users_v1_Passkey__Output } from '../../../latchkey/users/v1/Passkey.ts';

export interface AddPasskeyResponse {
  'passkey'?: (_latchkey_users_v1_Passkey | null);
  'recovery_codes'?: (string)[];
}

export interface AddPasskeyResponse__Output {
  'passkey': (_latchkey_users_v1_Passkey__Output | null);
  'recovery_codes': (string)[];
}
