// Original file: proto/latchkey/users/v1/users.proto


export interface EnrolTotpResponse {
  'secret'?: (string);
  'uri'?: (string);
  'qr_code'?: (string);
  'expires_in'?: (number);
}

export interface EnrolTotpResponse__Output {
  'secret': (string);
  'uri': (string);
  'qr_code': (string);
  'expires_in': (number);
}
