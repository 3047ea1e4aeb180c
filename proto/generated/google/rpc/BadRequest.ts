// Original file: proto/google/rpc/status.proto


export interface _google_rpc_BadRequest_FieldViolation {
  'field'?: (string);
  'description'?: (string);
  'reason'?: (string);
}

export interface _google_rpc_BadRequest_FieldViolation__Output {
  'field': (string);
  'description': (string);
  'reason': (string);
}

export interface BadRequest {
  'field_violations'?: (_google_rpc_BadRequest_FieldViolation)[];
}

export interface BadRequest__Output {
  'field_violations': (_google_rpc_BadRequest_FieldViolation__Output)[];
}
