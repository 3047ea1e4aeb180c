// Original file: proto/latchkey/auth/v1/auth.proto


export interface CompleteLoginByPasskeyRequest {
  'login_token'?: (string);
  'credential_json'?: (string);
  'remember_device'?: (boolean);
}

export interface CompleteLoginByPasskeyRequest__Output {
  'login_token': (string);
  'credential_json': (string);
  'remember_device': (boolean);
}
