import { listEventsEndpoint } from '#contract/events/events.ts'
import { route } from '#runtime/requests/route.ts'
import type { Users } from '../core/users.ts'
import { readFilter, toEventResource } from './event.ts'
import { listEvents } from './list-events.ts'

export const eventList = (users: Users) =>
  route(listEventsEndpoint, async ({ query }) => {
    const { limit, cursor } = query
    const page = await listEvents(users, { limit, cursor, filter: readFilter(query) })
    return {
      data: page.events.map(toEventResource),
      next_cursor: page.nextCursor,
      position: page.position,
    }
  })
