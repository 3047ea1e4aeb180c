// Original file: proto/latchkey/auth/v1/auth.proto


export interface TakeBackResponse {
  'reset_token'?: (string);
  'expires_in'?: (number);
}

export interface TakeBackResponse__Output {
  'reset_token': (string);
  'expires_in': (number);
}
