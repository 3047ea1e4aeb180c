import { checkAccounts } from './check-accounts.ts'
import { checkEvents } from './check-events.ts'
import { checkLinks } from './check-links.ts'
import { checkRefreshes } from './check-refreshes.ts'
import { checkSessions } from './check-sessions.ts'
import type { History } from './history.ts'
import type { Violation } from './violation.ts'

/**
 * Finds every place where a history breaks a rule. An operation has its effect at one moment between its start and its end; one with
 * an unknown outcome at any moment after its start, or never. A violation is reported only if no choice of these moments explains the
 * replies.
 */
export const checkHistory = (history: History): Violation[] => [
  ...checkAccounts(history),
  ...checkSessions(history),
  ...checkRefreshes(history),
  ...checkLinks(history),
  ...checkEvents(history),
]
