// Original file: proto/latchkey/auth/v1/auth.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface Session {
  'id'?: (string);
  'device_name'?: (string);
  'user_agent'?: (string);
  'address'?: (string);
  'created_at'?: (_google_protobuf_Timestamp | null);
  'last_used_at'?: (_google_protobuf_Timestamp | null);
  'expires_at'?: (_google_protobuf_Timestamp | null);
  'current'?: (boolean);
  'authenticated_at'?: (_google_protobuf_Timestamp | null);
  'acr'?: (string);
  'amr'?: (string)[];
  '_device_name'?: "device_name";
  '_user_agent'?: "user_agent";
}

export interface Session__Output {
  'id': (string);
  'device_name'?: (string);
  'user_agent'?: (string);
  'address': (string);
  'created_at': (_google_protobuf_Timestamp__Output | null);
  'last_used_at': (_google_protobuf_Timestamp__Output | null);
  'expires_at': (_google_protobuf_Timestamp__Output | null);
  'current': (boolean);
  'authenticated_at': (_google_protobuf_Timestamp__Output | null);
  'acr': (string);
  'amr': (string)[];
  '_device_name'?: "device_name";
  '_user_agent'?: "user_agent";
}
