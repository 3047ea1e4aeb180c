// Original file: proto/latchkey/auth/v1/auth.proto


export interface CompleteFederatedLoginRequest {
  'provider'?: (string);
  'federated_token'?: (string);
  'response'?: (string);
  'device_name'?: (string);
  'device_token'?: (string);
  'locale'?: (string);
  '_device_name'?: "device_name";
  '_device_token'?: "device_token";
  '_locale'?: "locale";
}

export interface CompleteFederatedLoginRequest__Output {
  'provider': (string);
  'federated_token': (string);
  'response': (string);
  'device_name'?: (string);
  'device_token'?: (string);
  'locale'?: (string);
  '_device_name'?: "device_name";
  '_device_token'?: "device_token";
  '_locale'?: "locale";
}
