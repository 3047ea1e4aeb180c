import type { UserResource } from '#contract/user.ts'
import type { Auth } from '../../core/auth.ts'
import { mintTokenPair } from '../../tokens/token.ts'
import { findUnnoted, noteUse } from './browser-session.ts'

/** The person who is signed in with a browser. */
export interface SignedInBrowser {
  user: UserResource
  /** An access token of the session, with which the admin console calls the API. It ends with the session. */
  token: string
  /** When the person last proved who they are, in epoch milliseconds. */
  provenAt: number
  /** When the browser was last seen before this request, within a tenth of `idleMs`, in epoch milliseconds. */
  seenAt: number
}

/** Finds the person who is signed in with a browser, whose pages they may leave alone for `idleMs`; undefined when nobody is. */
export async function findSignedInBrowser(
  auth: Auth,
  { cookies, idleMs }: { cookies: string | undefined; idleMs: number },
): Promise<SignedInBrowser | undefined> {
  const found = await findUnnoted(auth, cookies)
  const session = found && (await noteUse(auth, found, idleMs))
  const known = session && (await auth.users.findUser(session.userId))
  if (!session || !known) return undefined
  return {
    user: known.user,
    token: mintTokenPair(auth, session, known.user).access_token,
    provenAt: session.authenticatedAt,
    seenAt: found.rotatedAt,
  }
}
