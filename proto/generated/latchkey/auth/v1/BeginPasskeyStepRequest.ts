// Original file: proto/latchkey/auth/v1/auth.proto


export interface BeginPasskeyStepRequest {
  'login_token'?: (string);
}

export interface BeginPasskeyStepRequest__Output {
  'login_token': (string);
}
