import { isBeforeEpoch } from '#contract/rules/session-epoch.ts'
import type { UserResource } from '#contract/user.ts'
import type { Auth } from '../../core/auth.ts'
import type { Session } from '../../core/session.ts'

/**
 * Finds the user of a living session of a browser. Undefined when the user was deleted or suspended, or when all sessions of the
 * user have ended: the user service knows it before its order arrives.
 */
export async function findSignedInUser(
  { users }: Pick<Auth, 'users'>,
  session: Session,
): Promise<UserResource | undefined> {
  const known = await users.findUser(session.userId)
  if (!known || known.user.status === 'suspended' || isBeforeEpoch(session, known)) return undefined
  return known.user
}
