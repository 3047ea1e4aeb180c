// Original file: proto/latchkey/users/v1/users.proto


export interface InviteUserRequest {
  'id'?: (string);
}

export interface InviteUserRequest__Output {
  'id': (string);
}
