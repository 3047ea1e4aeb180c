// Original file: proto/latchkey/users/v1/users.proto


export interface ListIdentitiesRequest {
  'id'?: (string);
}

export interface ListIdentitiesRequest__Output {
  'id': (string);
}
