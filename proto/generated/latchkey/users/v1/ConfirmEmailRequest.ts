// Original file: proto/latchkey/users/v1/users.proto


export interface ConfirmEmailRequest {
  'id'?: (string);
  'email'?: (string);
}

export interface ConfirmEmailRequest__Output {
  'id': (string);
  'email': (string);
}
