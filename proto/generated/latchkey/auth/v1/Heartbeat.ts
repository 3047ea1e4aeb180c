// Original file: proto/latchkey/auth/v1/auth.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface Heartbeat {
  'at'?: (_google_protobuf_Timestamp | null);
  'key_set_version'?: (number | string | Long);
}

export interface Heartbeat__Output {
  'at': (_google_protobuf_Timestamp__Output | null);
  'key_set_version': (number);
}
