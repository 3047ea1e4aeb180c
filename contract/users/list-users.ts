import { endpoint } from '../declaration/endpoint.ts'
import { Cursor, NextCursor, Role, SearchText, Time, UserStatus } from '../declaration/fields.ts'
import { array, boolean, integer, nullable, object, oneOf, optional, string } from '../declaration/schema.ts'
import { User } from './user.ts'

const yesOrNo = ['true', 'false'] as const

export const userSorts = ['created_at', '-created_at', 'username', '-username'] as const

/** The parameters by which a request selects users, and the order of the list. */
export const userFilters = {
  q: optional(
    string({
      minLength: 1,
      maxLength: 254,
      pattern: '^[^\\u0000]*$',
      inWords: 'must not have the character NUL',
      description: 'How the username or the e-mail address begins.',
    }),
  ),
  search: optional(SearchText),
  status: optional(UserStatus),
  role: optional(Role),
  created_after: optional(Time),
  created_before: optional(Time),
  email_verified: optional(oneOf(yesOrNo, { description: 'Whether the address is confirmed.' })),
  has_second_factor: optional(
    oneOf(yesOrNo, { description: 'Whether the user has an authenticator app or a passkey.' }),
  ),
  has_logged_in: optional(oneOf(yesOrNo, { description: '`false` for who has never logged in.' })),
  sort: optional(
    oneOf(userSorts, {
      description: 'The order, with `-` the last first. A cursor is good for the order of its page only.',
    }),
  ),
}

export const listUsersEndpoint = endpoint({
  name: 'listUsers',
  method: 'GET',
  paths: ['/api/v1/users'],
  access: 'users:read',
  tag: 'users',
  summary: 'List users',
  description:
    'Oldest first, unless `sort` says otherwise. With `q` or `search`, the user whose username or e-mail address is exactly this text comes before all others, in every order. What few of very many users have is looked for among 50,000 users at most in one request: a page may then hold fewer than `limit`, even none, and is the last one only when `next_cursor` is null.',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
    ...userFilters,
    total: optional(
      oneOf(yesOrNo, { description: 'Adds `total`, counted up to 10,000 and among 50,000 users at most.' }),
    ),
  }),
  success: 200,
  reply: object(
    {
      data: array(User),
      next_cursor: NextCursor,
      previous_cursor: nullable(
        string({
          description: 'The `cursor` of the page before; null on the first page and on an empty one.',
        }),
      ),
      total: optional(integer()),
      total_is_capped: optional(
        boolean({ description: 'Whether there may be more, because the counting was stopped.' }),
      ),
      search_is_partial: optional(
        boolean({
          description:
            'True while names with letters outside ASCII are indexed after an upgrade or a large import: users who match `search` may be missing. Otherwise absent.',
        }),
      ),
    },
    { title: 'UserList' },
  ),
  failures: [],
})

export const userListEndpoints = [listUsersEndpoint]
