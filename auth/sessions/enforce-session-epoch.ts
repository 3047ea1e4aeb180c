import type { EndReason } from '#contract/failures.ts'
import { endUserSessionsBeforeEpoch, raiseEpoch } from './session-store.ts'
import type { Sessions } from './sessions.ts'

/** Ends every session of a user that began before `epoch`, and makes logins that are under way with a lower epoch fail. */
export async function enforceSessionEpoch(
  sessions: Sessions,
  input: { userId: string; epoch: number; reason: EndReason },
): Promise<number> {
  const ended = await sessions.db.transaction(async (tx) => {
    const at = sessions.clock.now()
    await raiseEpoch(tx, input.userId, input.epoch)
    const ended = await endUserSessionsBeforeEpoch(tx, { ...input, at })
    if (input.reason === 'user_deleted') await sessions.forgetUser(tx, { id: input.userId, at })
    return ended
  })
  sessions.log.info(
    { event: 'session.ended', user_id: input.userId, reason: input.reason, ended },
    'sessions were ended',
  )
  return ended
}
