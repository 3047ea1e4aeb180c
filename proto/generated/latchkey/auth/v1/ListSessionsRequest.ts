// Original file: proto/latchkey/auth/v1/auth.proto


export interface ListSessionsRequest {
  'user_id'?: (string);
  'page_size'?: (number);
  'page_token'?: (string);
}

export interface ListSessionsRequest__Output {
  'user_id': (string);
  'page_size': (number);
  'page_token': (string);
}
