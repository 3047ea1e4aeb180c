// Original file: proto/latchkey/auth/v1/auth.proto

import type { TokenPair as _latchkey_auth_v1_TokenPair, TokenPair__Output as _latchkey_auth_v1_TokenPair__Output } from '../../../latchkey/auth/v1/TokenPair.ts';

export interface CompleteFederatedStepUpResponse {
  'tokens'?: (_latchkey_auth_v1_TokenPair | null);
}

export interface CompleteFederatedStepUpResponse__Output {
  'tokens': (_latchkey_auth_v1_TokenPair__Output | null);
}
