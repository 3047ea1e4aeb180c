// Original file: proto/latchkey/auth/v1/auth.proto


export interface ForgetDeviceRequest {
  'device_id'?: (string);
  'user_id'?: (string);
}

export interface ForgetDeviceRequest__Output {
  'device_id': (string);
  'user_id': (string);
}
