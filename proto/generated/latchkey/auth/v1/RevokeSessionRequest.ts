// Original file: proto/latchkey/auth/v1/auth.proto


export interface RevokeSessionRequest {
  'session_id'?: (string);
  'user_id'?: (string);
}

export interface RevokeSessionRequest__Output {
  'session_id': (string);
  'user_id': (string);
}
