import type { Caller, SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { findAvailableUnits, takeFromBucket } from './rate-limit-store.ts'

const maxLoginAgeMs = 5 * 60_000

type Proven = Pick<SignedInCaller, 'userId' | 'acr' | 'authenticatedAt' | 'hasSecondFactor'>

/**
 * Requires a login or a step-up within the last five minutes, with every factor that a login of the user asks for. Call it before
 * a change to a sign-in method, and before creating something that outlives the session, such as an API key: a stolen or
 * forgotten token must not be enough for that (RFC 9470). API keys and operators pass, because they cannot log in.
 * @throws {Failure} `reauthentication_required`
 */
export function requireRecentLogin(caller: Caller | Proven, now: number): void {
  if (caller.userId === undefined || isRecentLogin(caller, now)) return
  throw new Failure('reauthentication_required', caller.hasSecondFactor ? { acr: 'aal2' } : {})
}

/** Returns whether the last login or step-up of a session is as recent and as strong as `requireRecentLogin` requires. */
export function isRecentLogin(caller: Proven, now: number): boolean {
  // An older authentication service does not send the time of the login. The comparison with NaN is false then, and the login
  // does not count as recent.
  const isRecent = now - Date.parse(caller.authenticatedAt) <= maxLoginAgeMs
  return isRecent && (!caller.hasSecondFactor || caller.acr === 'aal2')
}

/**
 * The rate limit of a session without a recent login for actions that lock other users out, such as suspending or deleting them.
 */
const actRate = { quota: 10, windowMs: 60 * 60_000 }

/**
 * Counts an action that locks another user out: suspending or deleting the user, ending the user's sessions, or changing the
 * address. A session without a recent login may do ten of them at once and then one every six minutes, at all endpoints and nodes
 * together: otherwise a stolen token could lock every user out. Call it in the transaction of the action, so that an action that
 * fails is not counted. API keys and operators are exempt, because they cannot log in.
 * @throws {Failure} `reauthentication_required`
 */
export async function countActOnOther(
  tx: Sql,
  { caller, userId, now }: { caller: Caller; userId: string; now: number },
): Promise<void> {
  if (caller.userId !== userId) await countAct(tx, caller, now)
}

/**
 * Counts an action that locks another user out against the rate limit of the caller's session. A recent login is exempt. @throws
 * {Failure} `reauthentication_required`
 */
export async function countAct(tx: Sql, caller: Caller, now: number): Promise<void> {
  if (caller.userId === undefined || isRecentLogin(caller, now)) return
  const waitMs = await takeFromBucket(tx, bucketOf(caller), now)
  if (waitMs !== undefined) requireRecentLogin(caller, now)
}

/**
 * Requires that the rate limit of a session still allows as many actions as `countActs` returns, without counting them. So a
 * request for several users is refused as a whole, and the client can repeat it unchanged after a login. `countActs` is called
 * only for a session without a recent login.
 * @throws {Failure} `reauthentication_required`
 */
export async function requireActsLeft(
  db: Sql,
  { caller, countActs, now }: { caller: Caller; countActs: () => Promise<number>; now: number },
): Promise<void> {
  if (caller.userId === undefined || isRecentLogin(caller, now)) return
  if ((await findAvailableUnits(db, bucketOf(caller), now)) < (await countActs()))
    requireRecentLogin(caller, now)
}

const bucketOf = ({ sessionId }: SignedInCaller) => ({ bucket: `acts ${sessionId}`, ...actRate })
