// Original file: proto/latchkey/auth/v1/auth.proto


export interface ForgotPasswordRequest {
  'email'?: (string);
}

export interface ForgotPasswordRequest__Output {
  'email': (string);
}
