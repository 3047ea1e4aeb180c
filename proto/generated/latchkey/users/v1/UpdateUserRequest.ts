// Original file: proto/latchkey/users/v1/users.proto

import type { UserChanges as _latchkey_users_v1_UserChanges, UserChanges__Output as _latchkey_users_v1_UserChanges__Output } from '../../../latchkey/users/v1/UserChanges.ts';
import type { FieldMask as _google_protobuf_FieldMask, FieldMask__Output as _google_protobuf_FieldMask__Output } from '../../../google/protobuf/FieldMask.ts';

export interface UpdateUserRequest {
  'id'?: (string);
  'changes'?: (_latchkey_users_v1_UserChanges | null);
  'update_mask'?: (_google_protobuf_FieldMask | null);
  'etag'?: (string);
}

export interface UpdateUserRequest__Output {
  'id': (string);
  'changes': (_latchkey_users_v1_UserChanges__Output | null);
  'update_mask': (_google_protobuf_FieldMask__Output | null);
  'etag': (string);
}
