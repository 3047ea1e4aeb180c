// Original file: proto/latchkey/auth/v1/auth.proto


export interface TakeBackRequest {
  'token'?: (string);
}

export interface TakeBackRequest__Output {
  'token': (string);
}
