// Original file: proto/latchkey/auth/v1/auth.proto


export interface EnrolTotpAtLoginResponse {
  'secret'?: (string);
  'uri'?: (string);
  'qr_code'?: (string);
  'expires_in'?: (number);
}

export interface EnrolTotpAtLoginResponse__Output {
  'secret': (string);
  'uri': (string);
  'qr_code': (string);
  'expires_in': (number);
}
