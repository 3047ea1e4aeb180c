// Original file: proto/latchkey/auth/v1/auth.proto


export interface BeginFederatedStepUpRequest {
  'provider'?: (string);
  'return_to'?: (string);
}

export interface BeginFederatedStepUpRequest__Output {
  'provider': (string);
  'return_to': (string);
}
