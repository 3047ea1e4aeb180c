// Original file: proto/latchkey/auth/v1/auth.proto


export interface BeginFederatedLoginResponse {
  'authorization_url'?: (string);
  'federated_token'?: (string);
  'expires_in'?: (number);
}

export interface BeginFederatedLoginResponse__Output {
  'authorization_url': (string);
  'federated_token': (string);
  'expires_in': (number);
}
