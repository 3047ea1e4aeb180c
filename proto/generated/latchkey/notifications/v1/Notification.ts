// Original file: proto/latchkey/notifications/v1/notifications.proto

import type { Struct as _google_protobuf_Struct, Struct__Output as _google_protobuf_Struct__Output } from '../../../google/protobuf/Struct.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface Notification {
  'id'?: (string);
  'user_id'?: (string);
  'type'?: (string);
  'title'?: (string);
  'body'?: (string);
  'data'?: (_google_protobuf_Struct | null);
  'created_at'?: (_google_protobuf_Timestamp | null);
  'read_at'?: (_google_protobuf_Timestamp | null);
  '_body'?: "body";
}

export interface Notification__Output {
  'id': (string);
  'user_id': (string);
  'type': (string);
  'title': (string);
  'body'?: (string);
  'data': (_google_protobuf_Struct__Output | null);
  'created_at': (_google_protobuf_Timestamp__Output | null);
  'read_at': (_google_protobuf_Timestamp__Output | null);
  '_body'?: "body";
}
