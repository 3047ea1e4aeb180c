// Original file: proto/latchkey/users/v1/users.proto


export interface RemoveIdentityRequest {
  'id'?: (string);
  'identity_id'?: (string);
}

export interface RemoveIdentityRequest__Output {
  'id': (string);
  'identity_id': (string);
}
