// Original file: proto/latchkey/users/v1/users.proto


export interface RemoveTotpRequest {
  'id'?: (string);
}

export interface RemoveTotpRequest__Output {
  'id': (string);
}
