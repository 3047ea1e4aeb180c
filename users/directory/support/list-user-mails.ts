import { Failure } from '#contract/declaration/failures.ts'
import type { UserMailResource } from '#contract/users/one-user.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { findUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { findMailsTo } from '../../messages/index.ts'

const maxShown = 50

/** Lists the mails to a user that wait for the mail server or were given up. @throws {Failure} `user_not_found` */
export async function listUserMails(
  { db }: Pick<Users, 'db'>,
  { userId }: { userId: string },
): Promise<UserMailResource[]> {
  if (!(await findUser(db, userId))) throw new Failure('user_not_found')
  const mails = await findMailsTo(db, { userId, limit: maxShown })
  return mails.map(({ id, type, attempts, last_error, created_at, dead_at }) => ({
    id,
    kind: type,
    attempts,
    last_error,
    queued_at: toRfc3339(created_at),
    state: dead_at === null ? 'waiting' : 'given_up',
    given_up_at: dead_at === null ? null : toRfc3339(dead_at),
  }))
}
