// Original file: proto/latchkey/auth/v1/auth.proto


export interface CompleteLoginByTotpRequest {
  'login_token'?: (string);
  'code'?: (string);
  'remember_device'?: (boolean);
}

export interface CompleteLoginByTotpRequest__Output {
  'login_token': (string);
  'code': (string);
  'remember_device': (boolean);
}
