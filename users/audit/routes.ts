import { listActsEndpoint } from '#contract/audit.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { route } from '#runtime/route.ts'
import type { Users } from '../core/users.ts'
import { listActs } from './list-acts.ts'

export const auditRoutes = (users: Users) => [
  route(listActsEndpoint, async ({ query }) => {
    const { acts, names, nextCursor } = await listActs(users, query)
    return {
      data: acts.map(({ at, actor: by, subject: user_id, from, ...act }) => ({
        ...act,
        timestamp: toRfc3339(at),
        ...{ by, by_name: nameOf(names, by), user_id, user_name: nameOf(names, user_id) },
        ...{ address: from?.address ?? null, user_agent: from?.userAgent ?? null },
      })),
      next_cursor: nextCursor,
    }
  }),
]

const nameOf = (names: Map<string, string>, id: string | null): string | null =>
  id === null ? null : (names.get(id) ?? null)
