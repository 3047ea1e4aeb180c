// Original file: proto/latchkey/users/v1/users.proto


export interface ConfirmTotpResponse {
  'recovery_codes'?: (string)[];
}

export interface ConfirmTotpResponse__Output {
  'recovery_codes': (string)[];
}
