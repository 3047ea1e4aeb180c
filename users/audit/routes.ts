import { listActsEndpoint } from '#contract/audit.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { route } from '#runtime/route.ts'
import type { Users } from '../core/users.ts'
import { listActs } from './list-acts.ts'

export const auditRoutes = (users: Users) => [
  route(listActsEndpoint, async ({ query }) => {
    const { acts, nextCursor } = await listActs(users, query)
    return {
      data: acts.map(({ at, actor: by, subject: user_id, ...act }) => ({
        ...act,
        timestamp: toRfc3339(at),
        by,
        user_id,
      })),
      next_cursor: nextCursor,
    }
  }),
]
