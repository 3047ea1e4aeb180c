// Original file: proto/latchkey/auth/v1/auth.proto


export interface LoginRequest {
  'username'?: (string);
  'password'?: (string);
  'device_name'?: (string);
  'device_token'?: (string);
  '_device_name'?: "device_name";
  '_device_token'?: "device_token";
}

export interface LoginRequest__Output {
  'username': (string);
  'password': (string);
  'device_name'?: (string);
  'device_token'?: (string);
  '_device_name'?: "device_name";
  '_device_token'?: "device_token";
}
