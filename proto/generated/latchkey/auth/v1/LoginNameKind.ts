// Original file: proto/latchkey/auth/v1/auth.proto

export const LoginNameKind = {
  LOGIN_NAME_KIND_UNSPECIFIED: 'LOGIN_NAME_KIND_UNSPECIFIED',
  LOGIN_NAME_KIND_ANY: 'LOGIN_NAME_KIND_ANY',
  LOGIN_NAME_KIND_USERNAME: 'LOGIN_NAME_KIND_USERNAME',
  LOGIN_NAME_KIND_EMAIL: 'LOGIN_NAME_KIND_EMAIL',
} as const;

export type LoginNameKind =
  | 'LOGIN_NAME_KIND_UNSPECIFIED'
  | 0
  | 'LOGIN_NAME_KIND_ANY'
  | 1
  | 'LOGIN_NAME_KIND_USERNAME'
  | 2
  | 'LOGIN_NAME_KIND_EMAIL'
  | 3

export type LoginNameKind__Output = typeof LoginNameKind[keyof typeof LoginNameKind]
