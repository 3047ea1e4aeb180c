import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { userInPath } from '#contract/rules/user-in-path.ts'
import {
  endAnySessionEndpoint,
  endOwnSessionEndpoint,
  endOwnSessionsEndpoint,
  endUserSessionEndpoint,
  endUserSessionsEndpoint,
  listAllSessionsEndpoint,
  listOwnSessionsEndpoint,
  listUserSessionsEndpoint,
} from '#contract/sessions/sessions.ts'
import { route } from '#runtime/requests/route.ts'
import { endAnySession } from './end-any-session.ts'
import { endOneSession } from './end-one-session.ts'
import { endUserSessions } from './end-user-sessions.ts'
import { listAllSessions } from './list-all-sessions.ts'
import { listSessions } from './list-sessions.ts'
import type { Sessions } from './sessions.ts'

export const sessionRoutes = (sessions: Sessions) => [
  route(listOwnSessionsEndpoint, async ({ query, caller }) => {
    const page = await listSessions(sessions, { ...query, userId: ownId(caller), caller })
    return { data: page.sessions, next_cursor: page.nextCursor }
  }),
  route(endOwnSessionEndpoint, ({ params, caller, address }) =>
    endOneSession(sessions, { userId: ownId(caller), sessionId: params.id, caller, address }),
  ),
  route(endOwnSessionsEndpoint, async ({ body, caller, address }) => ({
    ended: await endUserSessions(sessions, { userId: ownId(caller), scope: body.scope, caller, address }),
  })),
  route(listUserSessionsEndpoint, async ({ params, query, caller }) => {
    const page = await listSessions(sessions, { ...query, userId: userInPath(params.id, caller), caller })
    return { data: page.sessions, next_cursor: page.nextCursor }
  }),
  route(endUserSessionEndpoint, ({ params, caller, address }) =>
    endOneSession(sessions, {
      userId: userInPath(params.id, caller),
      sessionId: params.session_id,
      caller,
      address,
    }),
  ),
  route(endUserSessionsEndpoint, async ({ params, body, caller, address }) => ({
    ended: await endUserSessions(sessions, {
      userId: userInPath(params.id, caller),
      scope: body.scope,
      caller,
      address,
    }),
  })),
  route(listAllSessionsEndpoint, async ({ query, caller }) => {
    const page = await listAllSessions(sessions, { ...query, caller })
    return { data: page.sessions, next_cursor: page.nextCursor }
  }),
  route(endAnySessionEndpoint, ({ params, caller, address }) =>
    endAnySession(sessions, { sessionId: params.id, caller, address }),
  ),
]

/** Returns the id of the calling user. An API key has no sessions, so it is refused. */
function ownId(caller: Caller): string {
  if (caller.userId === undefined) throw new Failure('forbidden')
  return caller.userId
}
