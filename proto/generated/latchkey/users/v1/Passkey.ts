// Original file: proto/latchkey/users/v1/users.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface Passkey {
  'id'?: (string);
  'name'?: (string);
  'is_synced'?: (boolean);
  'is_refused'?: (boolean);
  'added_at'?: (_google_protobuf_Timestamp | null);
  'last_used_at'?: (_google_protobuf_Timestamp | null);
}

export interface Passkey__Output {
  'id': (string);
  'name': (string);
  'is_synced': (boolean);
  'is_refused': (boolean);
  'added_at': (_google_protobuf_Timestamp__Output | null);
  'last_used_at': (_google_protobuf_Timestamp__Output | null);
}
