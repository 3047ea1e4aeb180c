// Original file: proto/latchkey/users/v1/users.proto


export interface GetUserByEmailRequest {
  'email'?: (string);
}

export interface GetUserByEmailRequest__Output {
  'email': (string);
}
