import type { UserResource } from '#contract/users/user.ts'
import type { User } from './generated/latchkey/users/v1/User.ts'
import { toEnum, toStruct, toTimestamp } from './values.ts'

export const toUserMessage = ({ name, locale, ...user }: UserResource): User => ({
  id: user.id,
  username: user.username,
  email: user.email,
  ...(name === null ? {} : { name }),
  ...(locale === null ? {} : { locale }),
  role: toEnum('ROLE_', user.role),
  status: toEnum('USER_STATUS_', user.status),
  is_active: user.is_active,
  email_verified: user.email_verified,
  has_password: user.has_password,
  metadata: toStruct(user.metadata),
  created_at: toTimestamp(user.created_at),
  updated_at: toTimestamp(user.updated_at),
  last_login_at: toTimestamp(user.last_login_at),
})
