// Original file: proto/latchkey/users/v1/users.proto


export interface GetFactorsRequest {
  'id'?: (string);
}

export interface GetFactorsRequest__Output {
  'id': (string);
}
