// Original file: proto/latchkey/auth/v1/auth.proto


export interface ListDevicesRequest {
  'user_id'?: (string);
}

export interface ListDevicesRequest__Output {
  'user_id': (string);
}
