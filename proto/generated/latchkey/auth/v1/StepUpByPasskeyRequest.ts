// Original file: proto/latchkey/auth/v1/auth.proto


export interface StepUpByPasskeyRequest {
  'credential_json'?: (string);
}

export interface StepUpByPasskeyRequest__Output {
  'credential_json': (string);
}
