import { authorId } from '#contract/declaration/endpoint.ts'
import { listActsEndpoint } from '#contract/events/audit.ts'
import {
  dropDeadLetterEndpoint,
  listBacklogEndpoint,
  listDeadLettersEndpoint,
  listEventsEndpoint,
  replayDeadLetterEndpoint,
  replayDeadLettersEndpoint,
} from '#contract/events/events.ts'
import { replayDeadLetters } from '#runtime/events/dead-letters.ts'
import { toEventResource } from '#runtime/events/event-log.ts'
import { listBacklog } from '#runtime/events/list-backlog.ts'
import { route } from '#runtime/requests/route.ts'
import type { Users } from '../core/users.ts'
import { toActResource } from './audit/act-resource.ts'
import { listActs } from './audit/list-acts.ts'
import { dropDeadLetter } from './drop-dead-letter.ts'
import { readFilter } from './event.ts'
import { listDeadLetters, toDeadLetterResource } from './list-dead-letters.ts'
import { listEvents } from './list-events.ts'
import { replayDeadLetter } from './replay-dead-letter.ts'

export const eventRoutes = (users: Users) => [
  route(listEventsEndpoint, async ({ query }) => {
    const { limit, cursor } = query
    const page = await listEvents(users, { limit, cursor, filter: readFilter(query) })
    return {
      data: page.events.map(toEventResource),
      next_cursor: page.nextCursor,
      position: page.position,
    }
  }),
  route(listActsEndpoint, async ({ query }) => {
    const { acts, names, nextCursor } = await listActs(users, query)
    return { data: acts.map((act) => toActResource(act, names)), next_cursor: nextCursor }
  }),
  route(listBacklogEndpoint, async () => ({ data: await listBacklog(users) })),
  route(listDeadLettersEndpoint, async ({ query }) => {
    const { deadLetters, nextCursor } = await listDeadLetters(users, query)
    return { data: deadLetters.map(toDeadLetterResource), next_cursor: nextCursor }
  }),
  route(replayDeadLettersEndpoint, async ({ body: { sink }, caller }) => ({
    replayed: await replayDeadLetters(users.db, { sink, by: authorId(caller), now: users.clock.now() }),
  })),
  route(replayDeadLetterEndpoint, ({ params, caller }) =>
    replayDeadLetter(users, { id: params.id, by: authorId(caller) }),
  ),
  route(dropDeadLetterEndpoint, ({ params, caller }) =>
    dropDeadLetter(users, { id: params.id, by: authorId(caller) }),
  ),
]
