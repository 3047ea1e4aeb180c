// Original file: proto/latchkey/auth/v1/auth.proto


export interface LogInByPasskeyRequest {
  'credential_json'?: (string);
  'device_name'?: (string);
  '_device_name'?: "device_name";
}

export interface LogInByPasskeyRequest__Output {
  'credential_json': (string);
  'device_name'?: (string);
  '_device_name'?: "device_name";
}
