import type { Sql } from '#runtime/database/database.ts'
import type { Auth } from './auth.ts'
import { endOf, type Session } from './session.ts'
import { advanceGeneration, findSession } from './session-store.ts'

const noteEveryMs = 60 * 60_000

/**
 * Extends the idle timeout of a session, as a refresh of tokens does for other clients; the pages have no tokens. The
 * use is stored at most once an hour, so that most visits write nothing.
 */
export async function noteUse(
  { db, clock, policy }: Pick<Auth, 'clock' | 'policy'> & { db: Sql },
  session: Session,
): Promise<Session | undefined> {
  const now = clock.now()
  if (now - session.rotatedAt < Math.min(noteEveryMs, policy.idleMs / 10)) return session
  const advanced = await advanceGeneration(db, {
    id: session.id,
    generation: session.generation,
    rotatedAt: now,
    idleExpiresAt: Math.min(now + policy.idleMs, session.expiresAt),
  })
  if (advanced) return advanced
  // The write has lost: another request of the browser has stored the use at the same time, or the session has just
  // ended.
  const present = await findSession(db, session.id)
  return present && !endOf(present, now) ? present : undefined
}
