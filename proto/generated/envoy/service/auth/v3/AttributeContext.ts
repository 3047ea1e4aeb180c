// Original file: proto/envoy/service/auth/v3/external_auth.proto


export interface _envoy_service_auth_v3_AttributeContext_HttpRequest {
  'headers'?: ({[key: string]: string});
}

export interface _envoy_service_auth_v3_AttributeContext_HttpRequest__Output {
  'headers': ({[key: string]: string});
}

export interface _envoy_service_auth_v3_AttributeContext_Request {
  'http'?: (_envoy_service_auth_v3_AttributeContext_HttpRequest | null);
}

export interface _envoy_service_auth_v3_AttributeContext_Request__Output {
  'http': (_envoy_service_auth_v3_AttributeContext_HttpRequest__Output | null);
}

export interface AttributeContext {
  'request'?: (_envoy_service_auth_v3_AttributeContext_Request | null);
}

export interface AttributeContext__Output {
  'request': (_envoy_service_auth_v3_AttributeContext_Request__Output | null);
}
