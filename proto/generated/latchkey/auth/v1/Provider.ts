// Original file: proto/latchkey/auth/v1/auth.proto


export interface Provider {
  'name'?: (string);
  'title'?: (string);
  'step_up'?: (boolean);
}

export interface Provider__Output {
  'name': (string);
  'title': (string);
  'step_up': (boolean);
}
