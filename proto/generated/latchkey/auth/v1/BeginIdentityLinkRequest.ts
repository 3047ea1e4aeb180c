// Original file: proto/latchkey/auth/v1/auth.proto


export interface BeginIdentityLinkRequest {
  'provider'?: (string);
  'return_to'?: (string);
}

export interface BeginIdentityLinkRequest__Output {
  'provider': (string);
  'return_to': (string);
}
