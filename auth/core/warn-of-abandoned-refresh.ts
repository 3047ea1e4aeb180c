import type { Log } from '#runtime/log/log.ts'
import { warnOfFlood } from '#runtime/log/warn-of-flood.ts'

/**
 * Logs that the client of a refresh with an old refresh token has disconnected. Such a refresh ends nothing, because it may have
 * been delayed. But it may also be that of a thief, who can send it again and again, and nothing else shows it.
 */
export const warnOfAbandonedRefresh = (log: Log, { id, userId }: { id: string; userId: string }): void =>
  warnOfFlood(log, {
    line: { event: 'refresh.abandoned', session_id: id, user_id: userId },
    message: 'client disconnected during a refresh with an old refresh token, session continues',
    moreMessage: 'more clients disconnected during a refresh with an old refresh token',
    countedAs: 'abandoned',
  })
