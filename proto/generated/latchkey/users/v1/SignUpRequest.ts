// Original file: proto/latchkey/users/v1/users.proto


export interface SignUpRequest {
  'username'?: (string);
  'email'?: (string);
  'password'?: (string);
  'name'?: (string);
  'locale'?: (string);
  '_name'?: "name";
  '_locale'?: "locale";
}

export interface SignUpRequest__Output {
  'username': (string);
  'email': (string);
  'password': (string);
  'name'?: (string);
  'locale'?: (string);
  '_name'?: "name";
  '_locale'?: "locale";
}
