// Original file: proto/latchkey/users/v1/users.proto


export interface EnrolTotpRequest {
  'id'?: (string);
}

export interface EnrolTotpRequest__Output {
  'id': (string);
}
