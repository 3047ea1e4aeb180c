// Original file: proto/latchkey/auth/v1/auth.proto


export interface Provider {
  'name'?: (string);
  'title'?: (string);
}

export interface Provider__Output {
  'name': (string);
  'title': (string);
}
