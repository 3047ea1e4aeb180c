// Original file: proto/latchkey/auth/v1/auth.proto

import type { RevocationScope as _latchkey_auth_v1_RevocationScope, RevocationScope__Output as _latchkey_auth_v1_RevocationScope__Output } from '../../../latchkey/auth/v1/RevocationScope.ts';

export interface RevokeSessionsRequest {
  'user_id'?: (string);
  'scope'?: (_latchkey_auth_v1_RevocationScope);
}

export interface RevokeSessionsRequest__Output {
  'user_id': (string);
  'scope': (_latchkey_auth_v1_RevocationScope__Output);
}
