// Original file: proto/latchkey/users/v1/users.proto


export interface SetTemporaryPasswordRequest {
  'id'?: (string);
}

export interface SetTemporaryPasswordRequest__Output {
  'id': (string);
}
