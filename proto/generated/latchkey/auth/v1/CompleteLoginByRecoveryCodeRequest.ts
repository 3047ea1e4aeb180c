// Original file: proto/latchkey/auth/v1/auth.proto


export interface CompleteLoginByRecoveryCodeRequest {
  'login_token'?: (string);
  'code'?: (string);
}

export interface CompleteLoginByRecoveryCodeRequest__Output {
  'login_token': (string);
  'code': (string);
}
