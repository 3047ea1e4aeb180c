import { endSessionsEndpoint } from '#contract/auth.ts'
import { route } from '#runtime/requests/route.ts'
import { enforceSessionEpoch } from './enforce-session-epoch.ts'
import type { Sessions } from './sessions.ts'

/**
 * The route for orders of the user service. It is loaded with the start, so that an order to end sessions does not depend on
 * loading a file.
 */
export const endSessionsRoute = (sessions: Sessions) =>
  route(endSessionsEndpoint, async ({ body }) => ({
    ended: await enforceSessionEpoch(sessions, {
      userId: body.user_id,
      epoch: body.epoch,
      reason: body.reason,
      kept: body.kept_session,
      takenBack: body.taken_back && {
        givenSince: Date.parse(body.taken_back.given_since),
        madeSince: Date.parse(body.taken_back.made_since),
        madeBy: body.taken_back.made_by,
      },
    }),
  }))
