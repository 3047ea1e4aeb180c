import type { UserResource } from '#contract/users/user.ts'
import type { Auth } from '../core/auth.ts'
import { noteUse } from '../core/note-use.ts'
import type { Session } from '../core/session.ts'
import { mintTokenPair } from '../tokens/index.ts'
import { findCookie } from './browser-session.ts'
import { storeConsoleUse } from './browser-session-store.ts'
import { findSignedInUser } from './signed-in-user.ts'

/** The limits after which the admin console requires re-authentication. */
export interface ConsoleLimits {
  /** The time since the last use of the console with this cookie. */
  idleMs: number
  /** The time since the last sign-in or re-authentication, however much the console is used. */
  lifetimeMs: number
}

/** A request to the console. */
export interface ConsoleRequest {
  cookies: string | undefined
  /**
   * False for a request that a script of an open page sends without an action of the user. It does not count as a use
   * of the console.
   */
  isAttended: boolean
}

/**
 * The user who is signed in, and an access token of the session for calls of the console to the API. The token ends
 * with the session. There is no token when a limit of the console has passed, because the user must re-authenticate
 * first.
 */
export type ConsoleBrowser = { user: UserResource } & ({ token: string } | { needsProof: true })

const noteEveryMs = 60_000

/**
 * Finds the user who opens a page of the console; undefined when no user is signed in. The limits are checked before
 * this use is recorded: otherwise a request that comes too late would make the next one valid.
 */
export async function findConsoleBrowser(
  auth: Auth,
  limits: ConsoleLimits,
  { cookies, isAttended }: ConsoleRequest,
): Promise<ConsoleBrowser | undefined> {
  const { digest, session, consoleUsedAt } = await findCookie(auth, cookies)
  const user = session && (await findSignedInUser(auth, session))
  if (digest === undefined || !session || !user) return undefined
  const now = auth.clock.now()
  const usedAt = lastUse(session, consoleUsedAt)
  if (passedLimit(limits, { session, usedAt, now })) return { user, needsProof: true }
  const living = isAttended ? await noteUse(auth, session) : session
  if (!living) return undefined
  if (isAttended && (consoleUsedAt === null || now - usedAt >= Math.min(noteEveryMs, limits.idleMs / 10)))
    await storeConsoleUse(auth.db, { digest, at: now })
  return { user, token: mintTokenPair(auth, living, user).access_token }
}

/**
 * Returns the limit because of which the console requires re-authentication; undefined when none has passed. This does
 * not count as a use of the console.
 */
export async function findPassedLimit(
  { db, clock, consoleLimits }: Pick<Auth, 'db' | 'clock'> & { consoleLimits: ConsoleLimits },
  cookies: string | undefined,
): Promise<PassedLimit | undefined> {
  const { session, consoleUsedAt } = await findCookie({ db, clock }, cookies)
  const now = clock.now()
  return session && passedLimit(consoleLimits, { session, usedAt: lastUse(session, consoleUsedAt), now })
}

/** A limit of the console that has passed, and how long it is. */
interface PassedLimit {
  is: 'idle' | 'lifetime'
  ms: number
}

/**
 * Returns the limit of the console that has passed; undefined when none has. When both have passed, as after a night,
 * it is the idle limit, which an admin understands best.
 */
function passedLimit(
  { idleMs, lifetimeMs }: ConsoleLimits,
  { session, usedAt, now }: { session: Session; usedAt: number; now: number },
): PassedLimit | undefined {
  if (now - usedAt >= idleMs) return { is: 'idle', ms: idleMs }
  return now - session.authenticatedAt >= lifetimeMs ? { is: 'lifetime', ms: lifetimeMs } : undefined
}

/**
 * Returns the time of the last use of the console. It is the time of the sign-in if the cookie was not used in the
 * console yet, or is older than the column for that time.
 */
const lastUse = ({ authenticatedAt }: Session, consoleUsedAt: number | null): number =>
  Math.max(authenticatedAt, consoleUsedAt ?? 0)
