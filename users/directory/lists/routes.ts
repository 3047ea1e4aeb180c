import { listUsersEndpoint } from '#contract/users/list-users.ts'
import { route } from '#runtime/requests/route.ts'
import { toResource } from '../../core/user.ts'
import type { Users } from '../../core/users.ts'
import { listUsers } from './list-users.ts'

export const userListRoutes = (users: Users) => [
  route(listUsersEndpoint, async ({ query }) => {
    const page = await listUsers(users, query)
    return {
      data: page.users.map(toResource),
      next_cursor: page.nextCursor,
      previous_cursor: page.previousCursor,
      total: page.total,
      total_is_capped: page.totalIsCapped,
      search_is_partial: page.searchIsPartial || undefined,
    }
  }),
]
