// Original file: proto/latchkey/auth/v1/auth.proto


export interface GetUserLockRequest {
  'user_id'?: (string);
}

export interface GetUserLockRequest__Output {
  'user_id': (string);
}
