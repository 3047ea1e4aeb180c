// Original file: proto/latchkey/users/v1/users.proto


export interface GetUserByUsernameRequest {
  'username'?: (string);
}

export interface GetUserByUsernameRequest__Output {
  'username': (string);
}
