import { listActsEndpoint } from '#contract/events/audit.ts'
import { route } from '#runtime/requests/route.ts'
import type { Users } from '../../core/users.ts'
import { toActResource } from './act-resource.ts'
import { listActs } from './list-acts.ts'

export const auditRoutes = (users: Users) => [
  route(listActsEndpoint, async ({ query }) => {
    const { acts, names, nextCursor } = await listActs(users, query)
    return { data: acts.map((act) => toActResource(act, names)), next_cursor: nextCursor }
  }),
]
