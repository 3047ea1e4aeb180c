import { watchRevocationsEndpoint } from '#contract/auth.ts'
import type { StreamEvent } from '#contract/declaration/endpoint.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { streamRoute } from '#runtime/requests/route.ts'
import { type RevocationNews, type Revocations, watchRevocations } from './watch-revocations.ts'

export const revocationRoutes = (revocations: Revocations) => [
  streamRoute(watchRevocationsEndpoint, ({ query, caller, lastEventId, signal }) =>
    revocationEvents(
      revocations,
      watchRevocations(revocations, { caller, after: lastEventId ?? query.after, signal }),
    ),
  ),
]

async function* revocationEvents(
  { feed }: Revocations,
  news: AsyncIterable<RevocationNews>,
): AsyncGenerator<StreamEvent<typeof watchRevocationsEndpoint>> {
  for await (const one of news) {
    if ('heartbeat' in one) {
      const { at, keySetVersion } = one.heartbeat
      const data = { at: toRfc3339(at), key_set_version: keySetVersion }
      yield { event: 'heartbeat', id: one.position, data }
    } else {
      const { sessionId, userId, reason, endedAt } = one.item
      const data = {
        session_id: sessionId,
        user_id: userId,
        reason,
        ended_at: toRfc3339(endedAt),
        forget_at: toRfc3339(feed.forgetAt(one.item)),
      }
      yield { event: 'session.ended', id: one.position, data }
    }
  }
}
