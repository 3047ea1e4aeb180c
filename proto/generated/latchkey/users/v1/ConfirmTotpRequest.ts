// Original file: proto/latchkey/users/v1/users.proto


export interface ConfirmTotpRequest {
  'id'?: (string);
  'code'?: (string);
}

export interface ConfirmTotpRequest__Output {
  'id': (string);
  'code': (string);
}
