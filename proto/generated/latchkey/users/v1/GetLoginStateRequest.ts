// Original file: proto/latchkey/users/v1/users.proto


export interface GetLoginStateRequest {
  'id'?: (string);
}

export interface GetLoginStateRequest__Output {
  'id': (string);
}
