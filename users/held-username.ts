import { usernameKey } from '#contract/names.ts'
import type { Sql } from '#runtime/database.ts'
import { claimReply, findFirstReply, type Repeatable } from './idempotency.ts'
import type { Users } from './users.ts'

/** For as long as a user would have it. */
const heldMs = 100 * 365 * 24 * 60 * 60 * 1000

const held = (key: string): Repeatable => ({ scope: 'username', key, fingerprint: '' })

/**
 * With private sign-up one who asks for a taken address gets no user, and must not learn it: the username that was asked for
 * is held as if there were one. Whoever asks for it again would be told otherwise.
 */
export async function holdUsername(tx: Sql, { clock }: Users, username: string): Promise<void> {
  await claimReply(tx, held(usernameKey(username)), { id: '' }, { now: clock.now(), keptForMs: heldMs })
}

export async function findHeldUsername(
  db: Sql,
  { signup, clock }: Users,
  username: string | undefined,
): Promise<'username_taken' | undefined> {
  if (signup !== 'private' || username === undefined) return undefined
  const holder = await findFirstReply(db, held(usernameKey(username)), clock.now())
  return holder === undefined ? undefined : 'username_taken'
}
