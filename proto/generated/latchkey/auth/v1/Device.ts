// Original file: proto/latchkey/auth/v1/auth.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface Device {
  'id'?: (string);
  'name'?: (string);
  'address'?: (string);
  'remembered_at'?: (_google_protobuf_Timestamp | null);
  'expires_at'?: (_google_protobuf_Timestamp | null);
  '_name'?: "name";
}

export interface Device__Output {
  'id': (string);
  'name'?: (string);
  'address': (string);
  'remembered_at': (_google_protobuf_Timestamp__Output | null);
  'expires_at': (_google_protobuf_Timestamp__Output | null);
  '_name'?: "name";
}
