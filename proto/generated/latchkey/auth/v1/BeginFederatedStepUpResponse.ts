// Original file: proto/latchkey/auth/v1/auth.proto


export interface BeginFederatedStepUpResponse {
  'authorization_url'?: (string);
  'federated_token'?: (string);
  'expires_in'?: (number);
}

export interface BeginFederatedStepUpResponse__Output {
  'authorization_url': (string);
  'federated_token': (string);
  'expires_in': (number);
}
