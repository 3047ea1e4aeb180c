// Original file: proto/latchkey/users/v1/users.proto


export interface RemovePasskeyRequest {
  'id'?: (string);
  'passkey_id'?: (string);
}

export interface RemovePasskeyRequest__Output {
  'id': (string);
  'passkey_id': (string);
}
