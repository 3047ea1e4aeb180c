// Original file: proto/latchkey/auth/v1/auth.proto


export interface RefreshRequest {
  'refresh_token'?: (string);
}

export interface RefreshRequest__Output {
  'refresh_token': (string);
}
