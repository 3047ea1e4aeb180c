// Original file: proto/latchkey/auth/v1/auth.proto


export interface SendVerificationRequest {
  'email'?: (string);
}

export interface SendVerificationRequest__Output {
  'email': (string);
}
