// Original file: proto/latchkey/auth/v1/auth.proto


export interface BeginIdentityLinkResponse {
  'authorization_url'?: (string);
  'federated_token'?: (string);
  'expires_in'?: (number);
}

export interface BeginIdentityLinkResponse__Output {
  'authorization_url': (string);
  'federated_token': (string);
  'expires_in': (number);
}
