// Original file: proto/latchkey/auth/v1/auth.proto

export const WrongPasswordsKind = {
  WRONG_PASSWORDS_KIND_UNSPECIFIED: 'WRONG_PASSWORDS_KIND_UNSPECIFIED',
  WRONG_PASSWORDS_KIND_LOGINS: 'WRONG_PASSWORDS_KIND_LOGINS',
  WRONG_PASSWORDS_KIND_PASSWORD_CHANGES: 'WRONG_PASSWORDS_KIND_PASSWORD_CHANGES',
} as const;

export type WrongPasswordsKind =
  | 'WRONG_PASSWORDS_KIND_UNSPECIFIED'
  | 0
  | 'WRONG_PASSWORDS_KIND_LOGINS'
  | 1
  | 'WRONG_PASSWORDS_KIND_PASSWORD_CHANGES'
  | 2

export type WrongPasswordsKind__Output = typeof WrongPasswordsKind[keyof typeof WrongPasswordsKind]
