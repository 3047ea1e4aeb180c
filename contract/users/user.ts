import {
  DisplayName,
  Email,
  Id,
  Locale,
  NewPassword,
  Role,
  Time,
  Username,
  UserStatus,
} from '../declaration/fields.ts'
import { boolean, freeObject, nullable, object, optional, type Static } from '../declaration/schema.ts'

/** Metadata holds what the operator's own applications store about a user. */
export const Metadata = freeObject({ description: 'An object with data of your own, at most 8 KiB of JSON.' })

export const User = object(
  {
    id: Id,
    username: Username,
    email: Email,
    name: nullable(DisplayName),
    role: Role,
    status: UserStatus,
    is_active: boolean({ description: 'Whether `status` is `active`.' }),
    locale: nullable(Locale),
    email_verified: boolean(),
    has_password: boolean(),
    metadata: Metadata,
    created_at: Time,
    updated_at: Time,
    last_login_at: nullable(Time),
  },
  { title: 'User' },
)
export type UserResource = Static<typeof User>

/** The fields of a sign-up. */
export const signUpFields = {
  username: Username,
  email: Email,
  password: NewPassword,
  name: optional(DisplayName),
  locale: optional(Locale),
}
