import { Failure } from '#contract/failures.ts'
import { idInPath } from '#contract/user-in-path.ts'
import type { Users } from '../users.ts'
import { removeNotification } from './notification-store.ts'

/** @throws {Failure} `notification_not_found`, also for somebody else's */
export async function deleteNotification(users: Users, input: { id: string; userId: string }): Promise<void> {
  if (!(await removeNotification(users.db, idInPath(input.id), input.userId)))
    throw new Failure('notification_not_found')
}
