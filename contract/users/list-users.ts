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
      inWords: 'must not contain the character NUL',
      description: 'The beginning of the username or email address.',
    }),
  ),
  search: optional(SearchText),
  status: optional(UserStatus),
  role: optional(Role),
  created_after: optional(Time),
  created_before: optional(Time),
  email_verified: optional(oneOf(yesOrNo, { description: 'Whether the email address is confirmed.' })),
  has_second_factor: optional(
    oneOf(yesOrNo, { description: 'Whether the user has an authenticator app or a passkey.' }),
  ),
  has_logged_in: optional(oneOf(yesOrNo, { description: '`false`: users who have never signed in.' })),
  sort: optional(
    oneOf(userSorts, {
      description: 'The sort order; `-` means descending. A cursor is valid only with the order of its page.',
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
    'Oldest first unless `sort` is set. With `q` or `search`, a user whose username or email address matches exactly is first in every order. One request examines at most 50,000 users, so a page can have fewer than `limit` users or none. It is the last page only when `next_cursor` is null.',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
    ...userFilters,
    total: optional(
      oneOf(yesOrNo, { description: 'Adds `total`, counted up to 10,000 among at most 50,000 users.' }),
    ),
  }),
  success: 200,
  reply: object(
    {
      data: array(User),
      next_cursor: NextCursor,
      previous_cursor: nullable(
        string({
          description: 'The `cursor` of the previous page. Null on the first page and on an empty page.',
        }),
      ),
      total: optional(integer()),
      total_is_capped: optional(
        boolean({ description: 'Whether counting stopped at a limit, so that there can be more.' }),
      ),
      search_is_partial: optional(
        boolean({
          description:
            'True while non-ASCII names are being indexed after an upgrade or a large import: matches of `search` can be missing. Otherwise absent.',
        }),
      ),
    },
    { title: 'UserList' },
  ),
  failures: [],
})

export const userListEndpoints = [listUsersEndpoint]
