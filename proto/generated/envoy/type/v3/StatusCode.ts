// Original file: proto/envoy/type/v3/http_status.proto

export const StatusCode = {
  Empty: 'Empty',
  BadRequest: 'BadRequest',
  Unauthorized: 'Unauthorized',
  PayloadTooLarge: 'PayloadTooLarge',
  InternalServerError: 'InternalServerError',
  ServiceUnavailable: 'ServiceUnavailable',
  GatewayTimeout: 'GatewayTimeout',
} as const;

export type StatusCode =
  | 'Empty'
  | 0
  | 'BadRequest'
  | 400
  | 'Unauthorized'
  | 401
  | 'PayloadTooLarge'
  | 413
  | 'InternalServerError'
  | 500
  | 'ServiceUnavailable'
  | 503
  | 'GatewayTimeout'
  | 504

export type StatusCode__Output = typeof StatusCode[keyof typeof StatusCode]
