import type { EndReason } from '#contract/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { forgetEvents } from '#runtime/events/forgotten-events.ts'
import type { Auth } from '../core/auth.ts'
import { removeKnownNetworks } from '../login/known-network-store.ts'
import { forgetFailures, forgetFailuresFromKnownNetworks } from '../login/login-buckets.ts'
import { forgetSessions } from './forgotten-sessions.ts'
import { endSessionsBefore, raiseEpoch } from './session-store.ts'

/** Ends every session of a user that began before `epoch`, and bars any such login that is still under way. */
export async function endSessions(
  auth: Auth,
  input: { userId: string; epoch: number; reason: EndReason },
): Promise<number> {
  const ended = await auth.db.transaction(async (tx) => {
    const at = auth.clock.now()
    await raiseEpoch(tx, input.userId, input.epoch)
    const ended = await endSessionsBefore(tx, { ...input, at })
    if (input.reason === 'user_deleted') await forgetUser(tx, input.userId, at)
    return ended
  })
  auth.log.info(
    { event: 'session.ended', user_id: input.userId, reason: input.reason, ended },
    'sessions were ended',
  )
  return ended
}

/** Addresses and devices go from the sessions and the events, also from what the user service refused. */
async function forgetUser(tx: Sql, userId: string, at: number): Promise<void> {
  await forgetEvents(tx, userId, at)
  await forgetSessions(tx, userId)
  for (const name of await removeKnownNetworks(tx, userId)) await forgetFailuresFromKnownNetworks(tx, name)
  await forgetFailures(tx, userId)
  await tx.query`DELETE FROM outbox WHERE sink = 'users' AND subject = ${userId}`
}
