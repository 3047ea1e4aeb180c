// Original file: proto/latchkey/auth/v1/auth.proto


export interface UnlockUserRequest {
  'user_id'?: (string);
}

export interface UnlockUserRequest__Output {
  'user_id': (string);
}
