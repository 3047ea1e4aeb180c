// Original file: proto/latchkey/users/v1/users.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface RecoveryCodeSet {
  'left'?: (number);
  'made_at'?: (_google_protobuf_Timestamp | null);
}

export interface RecoveryCodeSet__Output {
  'left': (number);
  'made_at': (_google_protobuf_Timestamp__Output | null);
}
