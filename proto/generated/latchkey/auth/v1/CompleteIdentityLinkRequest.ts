// Original file: proto/latchkey/auth/v1/auth.proto


export interface CompleteIdentityLinkRequest {
  'provider'?: (string);
  'federated_token'?: (string);
  'response'?: (string);
}

export interface CompleteIdentityLinkRequest__Output {
  'provider': (string);
  'federated_token': (string);
  'response': (string);
}
