// Original file: proto/latchkey/users/v1/users.proto


export interface AddPasskeyRequest {
  'id'?: (string);
  'credential_json'?: (string);
  'name'?: (string);
  '_name'?: "name";
}

export interface AddPasskeyRequest__Output {
  'id': (string);
  'credential_json': (string);
  'name'?: (string);
  '_name'?: "name";
}
