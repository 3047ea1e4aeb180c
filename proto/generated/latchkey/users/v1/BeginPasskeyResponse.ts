// Original file: proto/latchkey/users/v1/users.proto


export interface BeginPasskeyResponse {
  'public_key_json'?: (string);
  'expires_in'?: (number);
}

export interface BeginPasskeyResponse__Output {
  'public_key_json': (string);
  'expires_in': (number);
}
