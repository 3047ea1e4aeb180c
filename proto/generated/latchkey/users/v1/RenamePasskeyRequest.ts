// Original file: proto/latchkey/users/v1/users.proto


export interface RenamePasskeyRequest {
  'id'?: (string);
  'passkey_id'?: (string);
  'name'?: (string);
}

export interface RenamePasskeyRequest__Output {
  'id': (string);
  'passkey_id': (string);
  'name': (string);
}
