import { Failure } from '#contract/declaration/failures.ts'
import type { LoginStateResource } from '#contract/users/user-support.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { Sql } from '#runtime/database/database.ts'
import { findWaitingSince } from '#runtime/events/find-waiting.ts'
import { sessionEndSink } from '../../core/session-directory.ts'
import type { User } from '../../core/user.ts'
import type { Users } from '../../core/users.ts'
import { findNames } from '../../events/index.ts'

interface LoginStateRow {
  status: User['status']
  has_password: number
  suspended_at: number | null
  suspended_by: string | null
  suspension_reason: string | null
  password_expires_at: number | null
}

/**
 * Returns why a user is suspended, what kind of password the user has, and since when sessions have not ended everywhere.
 * @throws {Failure} `user_not_found`
 */
export async function findLoginState(users: Users, input: { userId: string }): Promise<LoginStateResource> {
  const row = await findRow(users.db, input.userId)
  if (!row) throw new Failure('user_not_found')
  const until = row.password_expires_at
  const since = await findWaitingSince(users.db, { sink: sessionEndSink, subject: input.userId })
  const names = await findNames(users.db, [row.suspended_by])
  return {
    suspension: row.status === 'suspended' ? toSuspension(row, names) : null,
    password: !row.has_password
      ? 'none'
      : until === null
        ? 'set'
        : until > users.clock.now()
          ? 'temporary'
          : 'temporary_expired',
    temporary_until: until === null ? null : toRfc3339(until),
    sessions_pending_since: since === undefined ? null : toRfc3339(since),
  }
}

const toSuspension = (row: LoginStateRow, names: Map<string, string>) => ({
  at: row.suspended_at === null ? null : toRfc3339(row.suspended_at),
  reason: row.suspension_reason,
  by: row.suspended_by,
  by_name: names.get(row.suspended_by ?? '') ?? null,
})

async function findRow(db: Sql, id: string): Promise<LoginStateRow | undefined> {
  const [row] = await db.query<LoginStateRow>`
    SELECT status, password_hash IS NOT NULL AS has_password, suspended_at, suspended_by, suspension_reason,
      password_expires_at
    FROM users WHERE id = ${id}`
  return row
}
