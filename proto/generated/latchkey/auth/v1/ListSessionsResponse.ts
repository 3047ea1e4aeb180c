// Original file: proto/latchkey/auth/v1/auth.proto

import type { Session as _latchkey_auth_v1_Session, Session__Output as _latchkey_auth_v1_Session__Output } from '../../../latchkey/auth/v1/Session.ts';

export interface ListSessionsResponse {
  'sessions'?: (_latchkey_auth_v1_Session)[];
  'next_page_token'?: (string);
}

export interface ListSessionsResponse__Output {
  'sessions': (_latchkey_auth_v1_Session__Output)[];
  'next_page_token': (string);
}
