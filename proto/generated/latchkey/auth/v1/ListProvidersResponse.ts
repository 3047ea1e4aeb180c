// Original file: proto/latchkey/auth/v1/auth.proto

import type { Provider as _latchkey_auth_v1_Provider, Provider__Output as _latchkey_auth_v1_Provider__Output } from '../../../latchkey/auth/v1/Provider.ts';

export interface ListProvidersResponse {
  'providers'?: (_latchkey_auth_v1_Provider)[];
}

export interface ListProvidersResponse__Output {
  'providers': (_latchkey_auth_v1_Provider__Output)[];
}
