// Original file: proto/latchkey/auth/v1/auth.proto


export interface BeginPasskeyStepUpResponse {
  'public_key_json'?: (string);
  'expires_in'?: (number);
}

export interface BeginPasskeyStepUpResponse__Output {
  'public_key_json': (string);
  'expires_in': (number);
}
