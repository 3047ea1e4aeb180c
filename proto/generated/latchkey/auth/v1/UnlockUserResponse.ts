// Original file: proto/latchkey/auth/v1/auth.proto


export interface UnlockUserResponse {
  'unlocked'?: (boolean);
}

export interface UnlockUserResponse__Output {
  'unlocked': (boolean);
}
