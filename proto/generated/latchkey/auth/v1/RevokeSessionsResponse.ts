// Original file: proto/latchkey/auth/v1/auth.proto


export interface RevokeSessionsResponse {
  'ended'?: (number);
}

export interface RevokeSessionsResponse__Output {
  'ended': (number);
}
