// Original file: proto/latchkey/users/v1/users.proto


export interface ResetFactorsRequest {
  'id'?: (string);
}

export interface ResetFactorsRequest__Output {
  'id': (string);
}
