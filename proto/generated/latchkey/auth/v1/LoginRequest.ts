// Original file: proto/latchkey/auth/v1/auth.proto


export interface LoginRequest {
  'username'?: (string);
  'password'?: (string);
  'device_name'?: (string);
  '_device_name'?: "device_name";
}

export interface LoginRequest__Output {
  'username': (string);
  'password': (string);
  'device_name'?: (string);
  '_device_name'?: "device_name";
}
