// Original file: proto/latchkey/auth/v1/auth.proto


export interface BeginFederatedLoginRequest {
  'provider'?: (string);
  'return_to'?: (string);
}

export interface BeginFederatedLoginRequest__Output {
  'provider': (string);
  'return_to': (string);
}
