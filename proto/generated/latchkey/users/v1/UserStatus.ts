// Original file: proto/latchkey/users/v1/users.proto

export const UserStatus = {
  USER_STATUS_UNSPECIFIED: 'USER_STATUS_UNSPECIFIED',
  USER_STATUS_ACTIVE: 'USER_STATUS_ACTIVE',
  USER_STATUS_SUSPENDED: 'USER_STATUS_SUSPENDED',
} as const;

export type UserStatus =
  | 'USER_STATUS_UNSPECIFIED'
  | 0
  | 'USER_STATUS_ACTIVE'
  | 1
  | 'USER_STATUS_SUSPENDED'
  | 2

export type UserStatus__Output = typeof UserStatus[keyof typeof UserStatus]
