import type { UserResource } from '#contract/users/user.ts'
import type { Auth } from '../core/auth.ts'
import { findBrowserSession } from './browser-session.ts'
import { findSignedInUser } from './signed-in-user.ts'

/** Finds the user who is signed in with a browser; undefined when none is. */
export async function findUserOfBrowser(
  auth: Auth,
  cookies: string | undefined,
): Promise<UserResource | undefined> {
  const session = await findBrowserSession(auth, cookies)
  return session && findSignedInUser(auth, session)
}
