import { Failure } from '#contract/declaration/failures.ts'
import { holdLease } from '#runtime/database/lease.ts'
import { countConnectionsBefore } from '#runtime/database/postgres/application-name.ts'
import type { Users } from '../core/users.ts'
import { readForeignHash } from '../foreign-hashes/index.ts'
import { fastFormsIn } from './fast-forms.ts'
import { findHashesOfForm, storeHashAnew } from './password-form-store.ts'
import { findWrappingSince } from './start-wrapping.ts'

const leaseMs = 60_000
const batchSize = 20

/**
 * Wraps some fast hashes, once an operator has asked for it. Returns true when there may be more. Each hash takes the turn of a new
 * user, so that logins go first. Nothing else of the user changes, and a login or a new password at the same moment wins.
 */
export async function wrapFastHashes(
  users: Pick<Users, 'db' | 'clock' | 'log' | 'passwords'>,
  holder: string,
): Promise<boolean> {
  const { db, clock, log, passwords } = users
  if ((await findWrappingSince(db)) === undefined) return false
  const { value: form } = await fastFormsIn(db).next()
  if (form === undefined) return false
  // One node at a time does this work, or two would wrap the same hashes. Only one of the results would be stored.
  const begunAt = clock.now()
  if (!(await holdLease(db, { name: 'wrap fast hashes', holder, now: begunAt, forMs: leaseMs }))) return false
  // The migration keeps older nodes from starting, but one that ran before goes on.
  const before = await countConnectionsBefore(db)
  if (before > 0) {
    log.warn({ connections: before }, 'fast password hashes wait until no node of an earlier version runs')
    return false
  }
  let stored = 0
  try {
    for (const { id, hash } of await findHashesOfForm(db, { form, after: '', limit: batchSize })) {
      // Slow hashes on a busy machine must not outlast the lease. The next turn renews it. When the clock was set back, it does not
      // tell how long this turn has taken.
      const passedMs = clock.now() - begunAt
      if (passedMs < 0 || passedMs > leaseMs / 2) break
      const wrapped = await passwords.wrap(hash)
      const wrappedForm = readForeignHash(wrapped)?.form ?? null
      if (await storeHashAnew(db, { id, hash, stored: wrapped, form: wrappedForm })) stored++
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'overloaded') throw error
    return false
  }
  return stored > 0
}
