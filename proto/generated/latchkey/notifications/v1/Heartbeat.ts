// Original file: proto/latchkey/notifications/v1/notifications.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface Heartbeat {
  'at'?: (_google_protobuf_Timestamp | null);
}

export interface Heartbeat__Output {
  'at': (_google_protobuf_Timestamp__Output | null);
}
