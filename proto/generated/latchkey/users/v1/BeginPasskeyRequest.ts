// Original file: proto/latchkey/users/v1/users.proto


export interface BeginPasskeyRequest {
  'id'?: (string);
}

export interface BeginPasskeyRequest__Output {
  'id': (string);
}
