// Original file: proto/latchkey/users/v1/users.proto


export interface GetUserRequest {
  'id'?: (string);
}

export interface GetUserRequest__Output {
  'id': (string);
}
