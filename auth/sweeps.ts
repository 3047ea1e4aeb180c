import { countOldDeadLetters, removeOldDeadLetters } from '#runtime/events/dead-letters.ts'
import { countOldEvents, removeOldEvents } from '#runtime/events/event-log.ts'
import { blankForgottenEvents, countForgottenEvents } from '#runtime/events/forgotten-events.ts'
import type { Sweep } from '#runtime/sweep.ts'
import { countToldEvents, removeToldEvents } from './events/told-event-store.ts'
import { countOverKeys, removeOverKeys } from './keys/signing-key-store.ts'
import { countExpiredNetworks, removeExpiredNetworks } from './login/known-network-store.ts'
import { countOverAttempts, removeOverAttempts } from './login/login-attempt-store.ts'
import { blankForgottenSessions, countForgottenSessions } from './sessions/forgotten-sessions.ts'
import { countOverSessions, removeOverSessions } from './sessions/session-store.ts'

/** What the authentication service keeps for a time only. */
export const authSweeps: readonly Sweep[] = [
  { name: 'sessions', remove: removeOverSessions, countWaiting: countOverSessions },
  { name: 'signing_keys', remove: removeOverKeys, countWaiting: countOverKeys },
  { name: 'forgotten_events', remove: blankForgottenEvents, countWaiting: countForgottenEvents },
  { name: 'forgotten_sessions', remove: blankForgottenSessions, countWaiting: countForgottenSessions },
  { name: 'events', remove: removeOldEvents, countWaiting: countOldEvents },
  { name: 'dead_letters', remove: removeOldDeadLetters, countWaiting: countOldDeadLetters },
  { name: 'told_events', remove: removeToldEvents, countWaiting: countToldEvents },
  { name: 'login_attempts', remove: removeOverAttempts, countWaiting: countOverAttempts },
  { name: 'known_networks', remove: removeExpiredNetworks, countWaiting: countExpiredNetworks },
]
