// Original file: proto/latchkey/auth/v1/auth.proto

import type { SessionEnded as _latchkey_auth_v1_SessionEnded, SessionEnded__Output as _latchkey_auth_v1_SessionEnded__Output } from '../../../latchkey/auth/v1/SessionEnded.ts';
import type { Heartbeat as _latchkey_auth_v1_Heartbeat, Heartbeat__Output as _latchkey_auth_v1_Heartbeat__Output } from '../../../latchkey/auth/v1/Heartbeat.ts';

export interface WatchRevocationsResponse {
  'position'?: (string);
  'session_ended'?: (_latchkey_auth_v1_SessionEnded | null);
  'heartbeat'?: (_latchkey_auth_v1_Heartbeat | null);
  'event'?: "session_ended"|"heartbeat";
}

export interface WatchRevocationsResponse__Output {
  'position': (string);
  'session_ended'?: (_latchkey_auth_v1_SessionEnded__Output | null);
  'heartbeat'?: (_latchkey_auth_v1_Heartbeat__Output | null);
  'event'?: "session_ended"|"heartbeat";
}
