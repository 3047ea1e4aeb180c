import type { EndReason } from '#contract/failures.ts'
import type { Auth } from './auth.ts'
import { endSessionsBefore, raiseEpoch } from './session-store.ts'

/** Ends every session of a user that began before `epoch`, and bars any such login that is still under way. */
export async function endSessions(
  auth: Auth,
  input: { userId: string; epoch: number; reason: EndReason },
): Promise<number> {
  const ended = await auth.db.transaction(async (tx) => {
    await raiseEpoch(tx, input.userId, input.epoch)
    return endSessionsBefore(tx, { ...input, at: auth.clock.now() })
  })
  auth.log.info(
    { event: 'session.ended', user_id: input.userId, reason: input.reason, ended },
    'sessions were ended',
  )
  return ended
}
