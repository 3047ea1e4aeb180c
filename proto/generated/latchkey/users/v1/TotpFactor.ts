// Original file: proto/latchkey/users/v1/users.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface TotpFactor {
  'added_at'?: (_google_protobuf_Timestamp | null);
  'last_used_at'?: (_google_protobuf_Timestamp | null);
}

export interface TotpFactor__Output {
  'added_at': (_google_protobuf_Timestamp__Output | null);
  'last_used_at': (_google_protobuf_Timestamp__Output | null);
}
