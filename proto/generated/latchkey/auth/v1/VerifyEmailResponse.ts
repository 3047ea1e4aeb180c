// Original file: proto/latchkey/auth/v1/auth.proto


export interface VerifyEmailResponse {
  'email'?: (string);
}

export interface VerifyEmailResponse__Output {
  'email': (string);
}
