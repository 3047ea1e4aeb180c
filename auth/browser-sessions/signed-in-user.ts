import { isBeforeEpoch } from '#contract/rules/session-epoch.ts'
import type { UserResource } from '#contract/users/user.ts'
import type { Auth } from '../core/auth.ts'
import { learnSessionEpoch } from '../core/learn-session-epoch.ts'
import type { Session } from '../core/session.ts'
import { findBrowserSession } from './browser-session.ts'

/**
 * Finds the user of a living session of a browser. Undefined when the user was deleted or suspended, or when all sessions of the
 * user have ended: the user service knows it before its order arrives. The sessions end here then too: the page that follows the
 * removal of a second factor lists the user's devices, and says that all others were signed out.
 */
export async function findSignedInUser(
  { users, db, clock }: Pick<Auth, 'users' | 'db' | 'clock'>,
  session: Session,
): Promise<UserResource | undefined> {
  const { userId } = session
  const known = await users.findUser(userId)
  if (known && session.epoch < known.session_epoch)
    await db.transaction((tx) => learnSessionEpoch(tx, { userId, known, at: clock.now() }))
  if (!known || known.user.status === 'suspended' || isBeforeEpoch(session, known)) return undefined
  return known.user
}

/** Finds the user who is signed in with a browser; undefined when none is. */
export async function findUserOfBrowser(
  auth: Auth,
  cookies: string | undefined,
): Promise<UserResource | undefined> {
  const session = await findBrowserSession(auth, cookies)
  return session && findSignedInUser(auth, session)
}
