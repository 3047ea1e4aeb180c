// Original file: proto/latchkey/auth/v1/auth.proto

import type { TokenPair as _latchkey_auth_v1_TokenPair, TokenPair__Output as _latchkey_auth_v1_TokenPair__Output } from '../../../latchkey/auth/v1/TokenPair.ts';

export interface CompleteFederatedLoginResponse {
  'tokens'?: (_latchkey_auth_v1_TokenPair | null);
}

export interface CompleteFederatedLoginResponse__Output {
  'tokens': (_latchkey_auth_v1_TokenPair__Output | null);
}
