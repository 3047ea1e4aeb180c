import { Id } from '../declaration/fields.ts'
import { integer, literal, object, type Static, string } from '../declaration/schema.ts'
import { User } from '../users/user.ts'

export const Token = string({ minLength: 1, maxLength: 8192, description: 'A JWT (RFC 7519), compact form.' })

export const tokenPairFields = {
  access_token: Token,
  refresh_token: Token,
  token_type: literal('Bearer'),
  expires_in: integer({ description: 'Seconds until the access token expires (RFC 6749).' }),
  expires_at: string({ format: 'date-time', description: 'When the access token expires.' }),
  refresh_expires_in: integer({ description: 'Seconds until the refresh token expires.' }),
  session_id: Id,
  user: User,
}

export const TokenPair = object(tokenPairFields, { title: 'TokenPair' })
export type TokenPairResource = Static<typeof TokenPair>
