import type { UserResource } from '#contract/users/user.ts'
import type { Auth } from '../core/auth.ts'
import { noteUse } from '../core/note-use.ts'
import type { Session } from '../core/session.ts'
import { mintTokenPair } from '../tokens/index.ts'
import { findCookie } from './browser-session.ts'
import { storeConsoleUse } from './browser-session-store.ts'
import { findSignedInUser } from './signed-in-user.ts'

/** How long the admin console can be used until it asks again who the admin is. */
export interface ConsoleLimits {
  /** The time since the last use of the console with this cookie. */
  idleMs: number
  /** The time since the last sign-in or fresh proof, however much the console is used. */
  lifetimeMs: number
}

/** A request to the console. */
export interface ConsoleRequest {
  cookies: string | undefined
  /** False for a request that a page makes by itself, which is no use of the console. */
  isAttended: boolean
}

/**
 * The person who is signed in, with an access token of that session, with which the console calls the API. The token ends with the
 * session. There is no token where the limits of the console have passed: a fresh proof must come first.
 */
export type ConsoleBrowser = { user: UserResource } & ({ token: string } | { needsProof: true })

const noteEveryMs = 60_000

/**
 * Finds the person who opens a page of the console; undefined when no user is signed in. The limits are checked before the use is
 * noted: otherwise the request that finds the console expired would revive it for the next one.
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
 * Finds out why the console asks the person in a browser for a fresh proof; undefined when no limit of the console has passed. This
 * is no use of the console.
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

/** An admin who comes back after a night has passed both limits, and knows best that the console was not used. */
function passedLimit(
  { idleMs, lifetimeMs }: ConsoleLimits,
  { session, usedAt, now }: { session: Session; usedAt: number; now: number },
): PassedLimit | undefined {
  if (now - usedAt >= idleMs) return { is: 'idle', ms: idleMs }
  return now - session.authenticatedAt >= lifetimeMs ? { is: 'lifetime', ms: lifetimeMs } : undefined
}

/** A cookie that has not been used in the console yet counts from the sign-in, also one from before this column existed. */
const lastUse = ({ authenticatedAt }: Session, consoleUsedAt: number | null): number =>
  Math.max(authenticatedAt, consoleUsedAt ?? 0)
