import type { Caller, SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { countUnits, takeFromBucket } from './rate-limit-store.ts'

const maxLoginAgeMs = 5 * 60_000

type Proven = Pick<SignedInCaller, 'userId' | 'acr' | 'authenticatedAt' | 'hasSecondFactor'>

/**
 * Requires a fresh proof: a login or a step-up within the last five minutes, with every factor that a login of the user asks for.
 * It is called before something is made that keeps working after the session has ended, or a way to log in is changed: a stolen
 * or forgotten token is not enough for that (RFC 9470). API keys and operators pass, because they cannot log in.
 * @throws {Failure} `reauthentication_required`
 */
export function requireRecentLogin(caller: Caller | Proven, now: number): void {
  if (caller.userId === undefined || isRecentLogin(caller, now)) return
  throw new Failure('reauthentication_required', caller.hasSecondFactor ? { acr: 'aal2' } : {})
}

/** Says whether a session has the fresh proof that `requireRecentLogin` requires. */
export function isRecentLogin(caller: Proven, now: number): boolean {
  // An older authentication service does not send the time of the login. The comparison with NaN is false then, and the login
  // does not count as recent.
  const isRecent = now - Date.parse(caller.authenticatedAt) <= maxLoginAgeMs
  return isRecent && (!caller.hasSecondFactor || caller.acr === 'aal2')
}

/** How many acts that shut out other users a session may do without a fresh proof. */
const actRate = { quota: 10, windowMs: 60 * 60_000 }

/**
 * Counts an act that shuts a user out: suspending or deleting the user, ending the user's sessions, or changing the address. A
 * session without a fresh proof does ten of them to others at once and then one every six minutes, by all endpoints and at all
 * nodes together: otherwise a stolen token could lock everybody out with one request after the other. It is called in the
 * transaction of the act, so that an act that fails is not counted. API keys and operators pass, because they cannot log in.
 * @throws {Failure} `reauthentication_required`
 */
export async function countActOnOther(
  tx: Sql,
  { caller, userId, now }: { caller: Caller; userId: string; now: number },
): Promise<void> {
  if (caller.userId !== userId) await countAct(tx, caller, now)
}

/** Counts an act on another user. @throws {Failure} `reauthentication_required` */
export async function countAct(tx: Sql, caller: Caller, now: number): Promise<void> {
  if (caller.userId === undefined || isRecentLogin(caller, now)) return
  const waitMs = await takeFromBucket(tx, bucketOf(caller), now)
  if (waitMs !== undefined) requireRecentLogin(caller, now)
}

/**
 * Requires that a session may do as many acts to others as `countActs` returns, and counts none of them. A request for several
 * users is refused as a whole, so that it can be repeated as it is after a login. `countActs` is called only for a session whose
 * acts are counted.
 * @throws {Failure} `reauthentication_required`
 */
export async function requireActsLeft(
  db: Sql,
  { caller, countActs, now }: { caller: Caller; countActs: () => Promise<number>; now: number },
): Promise<void> {
  if (caller.userId === undefined || isRecentLogin(caller, now)) return
  if ((await countUnits(db, bucketOf(caller), now)) < (await countActs())) requireRecentLogin(caller, now)
}

const bucketOf = ({ sessionId }: SignedInCaller) => ({ bucket: `acts ${sessionId}`, ...actRate })
