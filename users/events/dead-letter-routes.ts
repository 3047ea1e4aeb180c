import { authorId } from '#contract/declaration/endpoint.ts'
import {
  dropDeadLetterEndpoint,
  listBacklogEndpoint,
  listDeadLettersEndpoint,
  replayDeadLetterEndpoint,
  replayDeadLettersEndpoint,
} from '#contract/events/events.ts'
import { replayDeadLetters } from '#runtime/events/dead-letters.ts'
import { listBacklog } from '#runtime/events/list-backlog.ts'
import { route } from '#runtime/requests/route.ts'
import type { Users } from '../core/users.ts'
import { dropDeadLetter } from './drop-dead-letter.ts'
import { listDeadLetters, toDeadLetterResource } from './list-dead-letters.ts'
import { replayDeadLetter } from './replay-dead-letter.ts'

export const deadLetterRoutes = (users: Users) => [
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
