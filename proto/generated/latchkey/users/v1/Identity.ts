// Original file: proto/latchkey/users/v1/users.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface Identity {
  'id'?: (string);
  'provider'?: (string);
  'issuer'?: (string);
  'subject'?: (string);
  'email'?: (string);
  'added_at'?: (_google_protobuf_Timestamp | null);
  'last_used_at'?: (_google_protobuf_Timestamp | null);
  '_email'?: "email";
}

export interface Identity__Output {
  'id': (string);
  'provider': (string);
  'issuer': (string);
  'subject': (string);
  'email'?: (string);
  'added_at': (_google_protobuf_Timestamp__Output | null);
  'last_used_at': (_google_protobuf_Timestamp__Output | null);
  '_email'?: "email";
}
