import { Failure } from '#contract/declaration/failures.ts'
import type { SessionEpoch } from '#contract/rules/session-epoch.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { newId } from '#runtime/ids.ts'
import { limitReached } from '#runtime/limits/limit-reached.ts'
import { siteKey } from '#runtime/network.ts'
import type { Auth } from '../core/auth.ts'
import { learnSessionEpoch } from '../core/learn-session-epoch.ts'
import { newSession, type Session } from '../core/session.ts'
import { type Device, endOldestSessions, findDeviceHistory, insertSession } from '../core/session-store.ts'
import { rememberNetwork } from './known-network-store.ts'
import type { Login } from './login.ts'

/**
 * The rate limit of new sessions per user: a burst of 1,000, then one a second. A script that logs in for
 * each of its requests sends bursts and is no attack; only logins that go on all day fill a disk.
 */
export const sessionRate = { quota: 1_000, windowMs: 1_000_000 }

/**
 * Counts a session that is about to begin after a right password. The number of sessions is limited, because each one
 * leaves a row and events for weeks, even when a newer session displaces it. Wrong passwords are not counted in this
 * limit. `key` is the id of the user; for a login that waits for its next step it also contains the network.
 * @throws {Failure} `sessions_limited`
 */
export function countSession({ sessionLimit }: Pick<Login, 'sessionLimit'>, key: string): void {
  const waitMs = sessionLimit.take(key)
  if (waitMs === undefined) return
  const { quota, windowMs } = sessionRate
  throw limitReached('sessions_limited', { name: 'sessions', quota, windowSeconds: windowMs / 1000, waitMs })
}

/** The limit on the living sessions of one user, so that a script that logs in again and again does not fill the database. */
const maxSessions = 100

/**
 * Starts a session with a new id, which the client cannot choose (session fixation). Remembers the network for the user and for
 * the key that the login was counted by, unless `isNetworkStored` says that this was done within the last day.
 */
export async function startSession(
  auth: Auth,
  input: {
    userId: string
    /** The session epoch of the user when the password or other proof was checked. */
    known: SessionEpoch
    /** The authentication methods of the login (RFC 8176). */
    amr: readonly string[]
    /** The time of that authentication in epoch milliseconds; the present time if absent. */
    authenticatedAt?: number | undefined
    device: Device
    countedBy: string
    isNetworkStored?: boolean
    /** The time when the login began (epoch milliseconds); set only if a second factor was added during this login. */
    beganAt?: number | undefined
    /** Runs first in the transaction of the session. When it fails, there is no session. */
    before?: (tx: Sql) => Promise<void>
  },
): Promise<Session> {
  const now = auth.clock.now()
  const expiresAt = now + auth.policy.sessionMs
  const { userId, known, amr, authenticatedAt = now } = input
  const { session_epoch: epoch } = known
  const idleExpiresAt = Math.min(now + auth.policy.idleMs, expiresAt)
  const begun = newSession({ id: newId(now), userId, epoch, amr, idleExpiresAt, expiresAt }, now)
  const session = { ...begun, authenticatedAt }
  await auth.db.transaction(async (tx) => {
    await input.before?.(tx)
    // A higher session epoch (a number that rises when all sessions of the user end) means that the user was deleted, suspended
    // or got another password while this login was under way.
    if ((await learnSessionEpoch(tx, { userId, known, at: now })) > epoch)
      throw new Failure('invalid_credentials')
    await recordBeginning(tx, session, input)
    await insertSession(tx, session, input.device)
    const network = siteKey(input.device.address)
    if (network && !input.isNetworkStored) await rememberNetwork(tx, { ...input, network, now })
    await endOldestSessions(tx, { userId: input.userId, max: maxSessions, reason: 'revoked', at: now })
  })
  auth.counts.begun.sessions += 1
  return session
}

/**
 * Records the event `session.created`, before the session itself is inserted. The first login of a user does not count
 * as one from a new device. Two logins at the same time wait for each other at the lock of the user's session epoch, so
 * that only one of them counts as from a new device.
 */
async function recordBeginning(
  tx: Sql,
  session: Session,
  { device, beganAt }: { device: Device; beganAt?: number | undefined },
): Promise<void> {
  const { isFirst, isKnown } = await findDeviceHistory(tx, session.userId, device)
  await record(tx, {
    type: 'session.created',
    subject: session.userId,
    data: {
      session_id: session.id,
      device_name: device.name,
      user_agent: device.userAgent,
      address: device.address,
      is_new_device: !isFirst && !isKnown,
      ...(beganAt === undefined ? {} : { began_at: toRfc3339(beganAt) }),
    },
    at: session.createdAt,
  })
}
