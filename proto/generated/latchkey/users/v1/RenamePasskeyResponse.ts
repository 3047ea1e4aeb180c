// Original file: proto/latchkey/users/v1/users.proto

import type { Passkey as _latchkey_users_v1_Passkey, Passkey__Output as _latchkey_users_v1_Passkey__Output } from '../../../latchkey/users/v1/Passkey.ts';

export interface RenamePasskeyResponse {
  'passkey'?: (_latchkey_users_v1_Passkey | null);
}

export interface RenamePasskeyResponse__Output {
  'passkey': (_latchkey_users_v1_Passkey__Output | null);
}
