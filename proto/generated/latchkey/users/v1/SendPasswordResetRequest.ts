// Original file: proto/latchkey/users/v1/users.proto


export interface SendPasswordResetRequest {
  'id'?: (string);
}

export interface SendPasswordResetRequest__Output {
  'id': (string);
}
