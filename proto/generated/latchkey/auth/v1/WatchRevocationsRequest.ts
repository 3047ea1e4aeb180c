// Original file: proto/latchkey/auth/v1/auth.proto


export interface WatchRevocationsRequest {
  'after'?: (string);
}

export interface WatchRevocationsRequest__Output {
  'after': (string);
}
