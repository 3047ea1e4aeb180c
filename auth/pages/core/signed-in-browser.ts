import type { UserResource } from '#contract/user.ts'
import type { Auth } from '../../core/auth.ts'
import { mintTokenPair } from '../../tokens/token.ts'
import { findBrowserSession } from './browser-session.ts'
import { findSignedInUser } from './signed-in-user.ts'

/**
 * Finds the person who is signed in with a browser, and makes an access token of that session, with which the admin console
 * calls the API. The token ends with the session. Undefined when nobody is signed in.
 */
export async function findSignedInBrowser(
  auth: Auth,
  cookies: string | undefined,
): Promise<{ user: UserResource; token: string } | undefined> {
  const session = await findBrowserSession(auth, cookies)
  const user = session && (await findSignedInUser(auth, session))
  if (!session || !user) return undefined
  return { user, token: mintTokenPair(auth, session, user).access_token }
}
