// Original file: proto/latchkey/users/v1/users.proto


export interface DeleteUserRequest {
  'id'?: (string);
  'etag'?: (string);
}

export interface DeleteUserRequest__Output {
  'id': (string);
  'etag': (string);
}
