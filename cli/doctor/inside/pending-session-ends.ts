import { toRfc3339 } from '#runtime/clock.ts'
import { findWaiting } from '#runtime/events/find-waiting.ts'
import { sessionEndSink } from '#users/core/session-directory.ts'
import { type Check, ok, warn } from '../check.ts'
import { inDatabaseOf } from '../in-databases.ts'

/** The time after which an order is late. The pause between two attempts is not longer. */
const lateMs = 60_000

/** Looks for orders to end sessions that the authentication service has not confirmed. */
export const pendingSessionEndsCheck: Check = {
  name: 'session ends',
  run: (deployment) =>
    inDatabaseOf(deployment, 'users', async (db) => {
      const { count, since } = await findWaiting(db, { sink: sessionEndSink })
      if (since === undefined || Date.now() - since <= lateMs)
        return [ok('no request to end sessions is pending for more than a minute')]
      const orders =
        count === 1 ? '1 request to end sessions is pending' : `${count} requests to end sessions are pending`
      return [
        warn(
          `${orders}, the first since ${toRfc3339(since)}: /auth/validate may accept these sessions until their access tokens expire`,
          'check that the user service reaches the authentication service at LATCHKEY_AUTH_URL, and its log for failed deliveries',
        ),
      ]
    }),
}
