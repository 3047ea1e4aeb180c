// Original file: proto/latchkey/notifications/v1/notifications.proto

import type { Struct as _google_protobuf_Struct, Struct__Output as _google_protobuf_Struct__Output } from '../../../google/protobuf/Struct.ts';

export interface CreateNotificationRequest {
  'user_id'?: (string);
  'type'?: (string);
  'title'?: (string);
  'body'?: (string);
  'data'?: (_google_protobuf_Struct | null);
  '_body'?: "body";
}

export interface CreateNotificationRequest__Output {
  'user_id': (string);
  'type': (string);
  'title': (string);
  'body'?: (string);
  'data': (_google_protobuf_Struct__Output | null);
  '_body'?: "body";
}
