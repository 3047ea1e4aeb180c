// Original file: proto/latchkey/auth/v1/auth.proto


export interface CompleteFederatedStepUpRequest {
  'provider'?: (string);
  'federated_token'?: (string);
  'response'?: (string);
}

export interface CompleteFederatedStepUpRequest__Output {
  'provider': (string);
  'federated_token': (string);
  'response': (string);
}
