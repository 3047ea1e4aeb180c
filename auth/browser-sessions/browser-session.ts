import { hash, randomBytes } from 'node:crypto'
import { cookieValues, setCookie } from '#runtime/http/cookie.ts'
import type { Auth } from '../core/auth.ts'
import { noteUse } from '../core/note-use.ts'
import { endOf, type Session } from '../core/session.ts'
import { endSession, findSession } from '../core/session-store.ts'
import { findBrowserRow, insertBrowserSession, removeBrowserSession } from './browser-session-store.ts'

const cookieName = '__Host-latchkey'

/** The Set-Cookie header that removes the cookie. */
export const noCookie = setCookie(cookieName, '', 0)

/** The context of the functions about the session cookie of a browser. */
type Context = Pick<Auth, 'db' | 'clock' | 'policy'>

interface Browser {
  /** The Cookie header. */
  cookies: string | undefined
  /** The network address that the request came from. */
  address: string
}

/**
 * Signs a browser in for a session that has just begun, or was just raised, and returns the Set-Cookie header. The cookie always has a new
 * value, which an attacker cannot have set in the browser before (session fixation). Another session that the browser had
 * before ends: otherwise somebody who has copied its cookie could go on using it.
 */
export async function beginBrowserSession(
  context: Context,
  { sessionId, ...browser }: Browser & { sessionId: string },
): Promise<string> {
  const { db, clock, policy } = context
  const secret = newSecret()
  const expiresAt = clock.now() + policy.sessionMs
  await endBrowserSession(context, browser, { except: sessionId })
  await insertBrowserSession(db, { digest: digestOf(secret), sessionId, expiresAt })
  return setCookie(cookieName, secret, policy.sessionMs)
}

/**
 * Gives a browser a new cookie for its current session after a re-authentication: the session has more rights now, and
 * a copy of the old cookie must not have them. Returns the Set-Cookie header; undefined when the session does not exist
 * any more.
 */
export async function renewBrowserSession(
  { db, clock }: Context,
  cookies: string | undefined,
): Promise<string | undefined> {
  const old = secretIn(cookies)
  const secret = newSecret()
  return db.transaction(async (tx) => {
    const replaced = old && (await findBrowserRow(tx, digestOf(old)))
    const session = replaced ? await findSession(tx, replaced.sessionId) : undefined
    if (old === undefined || !session) return undefined
    const { expiresAt } = session
    await removeBrowserSession(tx, digestOf(old))
    await insertBrowserSession(tx, { digest: digestOf(secret), sessionId: session.id, expiresAt })
    return setCookie(cookieName, secret, expiresAt - clock.now())
  })
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Finds the living session of a browser by its Cookie header; undefined when the user is not signed in. */
export async function findBrowserSession(
  context: Context,
  cookies: string | undefined,
): Promise<Session | undefined> {
  const { session } = await findCookie(context, cookies)
  return session && noteUse(context, session)
}

/**
 * Finds the session cookie of a browser and its living session, without recording a use. The code that accepts the
 * request records it.
 */
export async function findCookie({ db, clock }: Pick<Context, 'db' | 'clock'>, cookies: string | undefined) {
  const secret = secretIn(cookies)
  const digest = secret === undefined ? undefined : digestOf(secret)
  const row = digest === undefined ? undefined : await findBrowserRow(db, digest)
  const session = row && (await findSession(db, row.sessionId))
  const isLiving = session && !endOf(session, clock.now())
  return { digest, consoleUsedAt: row?.consoleUsedAt ?? null, session: isLiving ? session : undefined }
}

/** Ends the session of a browser, if it has one. If that is the session `except`, it continues without the cookie. */
export async function endBrowserSession(
  context: Context,
  { cookies, address }: Browser,
  { except }: { except?: string } = {},
): Promise<void> {
  const secret = secretIn(cookies)
  if (secret === undefined) return
  const digest = digestOf(secret)
  const row = await findBrowserRow(context.db, digest)
  if (!row) return
  await context.db.transaction(async (tx) => {
    if (row.sessionId !== except)
      await endSession(tx, row.sessionId, { reason: 'logout', at: context.clock.now(), address })
    await removeBrowserSession(tx, digest)
  })
}

/** Says whether the browser has sent the session cookie, whatever its value is. */
export const hasCookie = (cookies: string | undefined): boolean =>
  cookieValues(cookies, cookieName).length > 0

/**
 * Returns the value of the session cookie. If there are two cookies with this name, neither is used: one of them was
 * not set by this service, and the browser does not say which.
 */
function secretIn(cookies: string | undefined): string | undefined {
  const values = cookieValues(cookies, cookieName)
  const [value = ''] = values
  return values.length === 1 && /^[\w-]{43}$/.test(value) ? value : undefined
}

const digestOf = (secret: string): string => hash('sha256', secret, 'base64url')
