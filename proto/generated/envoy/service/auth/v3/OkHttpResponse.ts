// Original file: proto/envoy/service/auth/v3/external_auth.proto

import type { HeaderValueOption as _envoy_config_core_v3_HeaderValueOption, HeaderValueOption__Output as _envoy_config_core_v3_HeaderValueOption__Output } from '../../../../envoy/config/core/v3/HeaderValueOption.ts';

export interface OkHttpResponse {
  'headers'?: (_envoy_config_core_v3_HeaderValueOption)[];
  'headers_to_remove'?: (string)[];
}

export interface OkHttpResponse__Output {
  'headers': (_envoy_config_core_v3_HeaderValueOption__Output)[];
  'headers_to_remove': (string)[];
}
