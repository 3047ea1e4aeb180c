// Original file: proto/latchkey/users/v1/users.proto


export interface MakeRecoveryCodesRequest {
  'id'?: (string);
}

export interface MakeRecoveryCodesRequest__Output {
  'id': (string);
}
