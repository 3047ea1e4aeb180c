// Original file: proto/latchkey/users/v1/users.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface SetTemporaryPasswordResponse {
  'temporary_password'?: (string);
  'expires_at'?: (_google_protobuf_Timestamp | null);
}

export interface SetTemporaryPasswordResponse__Output {
  'temporary_password': (string);
  'expires_at': (_google_protobuf_Timestamp__Output | null);
}
