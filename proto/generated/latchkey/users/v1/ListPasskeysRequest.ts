// Original file: proto/latchkey/users/v1/users.proto


export interface ListPasskeysRequest {
  'id'?: (string);
}

export interface ListPasskeysRequest__Output {
  'id': (string);
}
