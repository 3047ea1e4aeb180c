import { Failure } from '#contract/declaration/failures.ts'
import { holdLease } from '#runtime/database/lease.ts'
import { countConnectionsBefore } from '#runtime/database/postgres/application-name.ts'
import type { Users } from '../core/users.ts'
import { readForeignHash } from '../foreign-hashes/index.ts'
import { fastFormsIn } from './fast-forms.ts'
import { findHashesOfForm, storeWrappedHash } from './password-form-store.ts'
import { findWrappingSince } from './start-wrapping.ts'

const leaseMs = 60_000
const batchSize = 20

/**
 * Stores one batch of fast hashes inside argon2id, if an operator has turned this on. Returns true when there may be more. The
 * hashes wait in the queue of new users, so that logins go first. Nothing else of the user changes. A hash that a login or a new
 * password replaces at the same moment is left alone.
 */
export async function wrapFastHashes(
  users: Pick<Users, 'db' | 'clock' | 'log' | 'passwords'>,
  holder: string,
): Promise<boolean> {
  const { db, clock, log, passwords } = users
  if ((await findWrappingSince(db)) === undefined) return false
  const { value: form } = await fastFormsIn(db).next()
  if (form === undefined) return false
  // One node at a time does this work. Two nodes would wrap the same hashes, and one of the results would be discarded.
  const begunAt = clock.now()
  if (!(await holdLease(db, { name: 'wrap fast hashes', holder, now: begunAt, forMs: leaseMs }))) return false
  // The migration keeps nodes of older versions from starting, but does not stop one that was running already.
  const before = await countConnectionsBefore(db)
  if (before > 0) {
    log.warn({ connections: before }, 'fast password hashes wait until no node of an earlier version runs')
    return false
  }
  let stored = 0
  try {
    for (const { id, hash } of await findHashesOfForm(db, { form, after: '', limit: batchSize })) {
      // The batch ends at half of the lease, because hashes are slow on a busy machine; the next batch renews the lease. It also
      // ends when the clock was set back, because the elapsed time is unknown then.
      const passedMs = clock.now() - begunAt
      if (passedMs < 0 || passedMs > leaseMs / 2) break
      const wrapped = await passwords.wrap(hash)
      const wrappedForm = readForeignHash(wrapped)?.form ?? null
      if (await storeWrappedHash(db, { id, hash, stored: wrapped, form: wrappedForm })) stored++
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'overloaded') throw error
    return false
  }
  return stored > 0
}
