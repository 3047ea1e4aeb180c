// Original file: proto/latchkey/auth/v1/auth.proto

import type { TokenPair as _latchkey_auth_v1_TokenPair, TokenPair__Output as _latchkey_auth_v1_TokenPair__Output } from '../../../latchkey/auth/v1/TokenPair.ts';

export interface CompleteLoginByPasskeyResponse {
  'tokens'?: (_latchkey_auth_v1_TokenPair | null);
  'device_token'?: (string);
  '_device_token'?: "device_token";
}

export interface CompleteLoginByPasskeyResponse__Output {
  'tokens': (_latchkey_auth_v1_TokenPair__Output | null);
  'device_token'?: (string);
  '_device_token'?: "device_token";
}
