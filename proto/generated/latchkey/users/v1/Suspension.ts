// Original file: proto/latchkey/users/v1/users.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface Suspension {
  'suspended_at'?: (_google_protobuf_Timestamp | null);
  'reason'?: (string);
  'by'?: (string);
  'by_name'?: (string);
  '_reason'?: "reason";
  '_by'?: "by";
  '_by_name'?: "by_name";
}

export interface Suspension__Output {
  'suspended_at': (_google_protobuf_Timestamp__Output | null);
  'reason'?: (string);
  'by'?: (string);
  'by_name'?: (string);
  '_reason'?: "reason";
  '_by'?: "by";
  '_by_name'?: "by_name";
}
