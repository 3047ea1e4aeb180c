// Original file: proto/latchkey/auth/v1/auth.proto


export interface BeginPasskeyStepResponse {
  'public_key_json'?: (string);
  'expires_in'?: (number);
}

export interface BeginPasskeyStepResponse__Output {
  'public_key_json': (string);
  'expires_in': (number);
}
