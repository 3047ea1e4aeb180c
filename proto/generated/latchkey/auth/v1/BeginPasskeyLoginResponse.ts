// Original file: proto/latchkey/auth/v1/auth.proto


export interface BeginPasskeyLoginResponse {
  'public_key_json'?: (string);
  'expires_in'?: (number);
}

export interface BeginPasskeyLoginResponse__Output {
  'public_key_json': (string);
  'expires_in': (number);
}
