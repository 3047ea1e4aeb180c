// Original file: proto/latchkey/auth/v1/auth.proto


export interface StepUpRequest {
  'password'?: (string);
  'totp'?: (string);
  'recovery_code'?: (string);
  '_totp'?: "totp";
  '_recovery_code'?: "recovery_code";
}

export interface StepUpRequest__Output {
  'password': (string);
  'totp'?: (string);
  'recovery_code'?: (string);
  '_totp'?: "totp";
  '_recovery_code'?: "recovery_code";
}
