// Original file: proto/latchkey/auth/v1/auth.proto


export interface EnrolTotpAtLoginRequest {
  'login_token'?: (string);
}

export interface EnrolTotpAtLoginRequest__Output {
  'login_token': (string);
}
