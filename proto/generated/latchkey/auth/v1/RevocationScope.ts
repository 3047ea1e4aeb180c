// Original file: proto/latchkey/auth/v1/auth.proto

export const RevocationScope = {
  REVOCATION_SCOPE_UNSPECIFIED: 'REVOCATION_SCOPE_UNSPECIFIED',
  REVOCATION_SCOPE_OTHERS: 'REVOCATION_SCOPE_OTHERS',
  REVOCATION_SCOPE_ALL: 'REVOCATION_SCOPE_ALL',
} as const;

export type RevocationScope =
  | 'REVOCATION_SCOPE_UNSPECIFIED'
  | 0
  | 'REVOCATION_SCOPE_OTHERS'
  | 1
  | 'REVOCATION_SCOPE_ALL'
  | 2

export type RevocationScope__Output = typeof RevocationScope[keyof typeof RevocationScope]
