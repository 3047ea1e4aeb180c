// Original file: proto/latchkey/users/v1/users.proto

import type { TotpFactor as _latchkey_users_v1_TotpFactor, TotpFactor__Output as _latchkey_users_v1_TotpFactor__Output } from '../../../latchkey/users/v1/TotpFactor.ts';
import type { RecoveryCodeSet as _latchkey_users_v1_RecoveryCodeSet, RecoveryCodeSet__Output as _latchkey_users_v1_RecoveryCodeSet__Output } from '../../../latchkey/users/v1/RecoveryCodeSet.ts';

export interface GetFactorsResponse {
  'totp'?: (_latchkey_users_v1_TotpFactor | null);
  'recovery_codes'?: (_latchkey_users_v1_RecoveryCodeSet | null);
  'is_required_at_login'?: (boolean);
}

export interface GetFactorsResponse__Output {
  'totp': (_latchkey_users_v1_TotpFactor__Output | null);
  'recovery_codes': (_latchkey_users_v1_RecoveryCodeSet__Output | null);
  'is_required_at_login': (boolean);
}
