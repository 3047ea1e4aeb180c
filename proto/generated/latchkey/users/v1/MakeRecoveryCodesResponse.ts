// Original file: proto/latchkey/users/v1/users.proto


export interface MakeRecoveryCodesResponse {
  'recovery_codes'?: (string)[];
}

export interface MakeRecoveryCodesResponse__Output {
  'recovery_codes': (string)[];
}
