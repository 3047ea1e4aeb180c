// Original file: proto/latchkey/auth/v1/auth.proto


export interface ChangePasswordRequest {
  'current_password'?: (string);
  'new_password'?: (string);
}

export interface ChangePasswordRequest__Output {
  'current_password': (string);
  'new_password': (string);
}
