import { type Delivery, deliverDue, RetryLater, retryForDays } from '#runtime/events/outbox.ts'
import { type Loop, startLoop } from '#runtime/loop.ts'
import { postOnce } from '#runtime/targets/post-once.ts'
import type { Targets } from '#runtime/targets/targets.ts'
import { findClient, isAnyClient } from '../../clients/index.ts'
import type { Oidc } from '../core/oidc.ts'
import {
  findEndedSessions,
  isLogoutQueued,
  lockEndedSession,
  removeGrantsOfSession,
} from './ended-session-store.ts'
import { type Logout, mintLogoutToken } from './logout-token.ts'
import { logoutAddressOf, logouts, queueLogouts } from './queue-logouts.ts'

/**
 * Starts the loop that tells clients that a session has ended, for whatever reason: a logout, a suspension, a new password, a
 * command (OpenID Connect Back-Channel Logout 1.0, I137). The loop finds ended sessions by their rows, so that no code that
 * ends a session can forget the message, and none is lost in a crash. When only the access of one client ends, and the session
 * continues, the code that ends it queues the message.
 */
export function startSendingLogouts(oidc: Oidc, targets: Targets): Loop {
  const idleMs = 500
  return startLoop('tell clients of ended sessions', { idleMs, log: oidc.log }, async (signal) => {
    const { db, clock, log } = oidc
    if (!(await isAnyClient(db)) && !(await isLogoutQueued(db))) return false
    const ended = await findEndedSessions(db)
    for (const id of ended) await takeSession(oidc, id)
    const deliver = (delivery: Delivery<Logout>) => sendLogout(oidc, { targets, delivery, signal })
    const delivered = await deliverDue<Logout>({
      db,
      clock,
      log,
      sink: logouts,
      retry: retryForDays,
      deliver,
    })
    return !signal.aborted && (delivered || ended.length > 0)
  })
}

/** Queues a message for each client that has a grant of a session, in the transaction that removes these grants. */
function takeSession({ db, clock }: Oidc, sessionId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const clientIds = await lockEndedSession(tx, sessionId)
    if (clientIds.length === 0) return
    for (const id of clientIds) {
      const client = await findClient(tx, id)
      if (client) await queueLogouts(tx, { client, of: { kind: 'session', id: sessionId }, at: clock.now() })
    }
    await removeGrantsOfSession(tx, sessionId)
  })
}

/**
 * The time for which a message to a deleted client is tried, in milliseconds. The application is often gone too, so the message
 * is then dropped and leaves no dead letter.
 */
const deletedMs = 60 * 60_000

/** Tells a client of the end of a session. @throws {RetryLater} when it must be told again later */
async function sendLogout(
  oidc: Oidc,
  { targets, delivery, signal }: { targets: Targets; delivery: Delivery<Logout>; signal: AbortSignal },
): Promise<void> {
  const { id, payload: logout, queuedAt } = delivery
  // A disabled client is told too: otherwise people would stay signed in there, and it learns nothing but the end of a session.
  const client = await findClient(oidc.db, logout.clientId)
  const address = client ? logoutAddressOf(client) : logout.address
  // The client has removed its address, so it is not told any more.
  if (!address) return
  const { url, algorithm } = address
  await oidc.keys.ensureIdTokenKeys()
  const token = mintLogoutToken(oidc, { logout, algorithm, jti: id })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Latchkey' }
  const body = new URLSearchParams({ logout_token: token }).toString()
  const { fault, retryAfterMs } = await postOnce(targets, { url, headers, body, signal })
  if (fault === null) return
  if (!client && oidc.clock.now() - queuedAt >= deletedMs) {
    oidc.log.info(
      { client_id: logout.clientId, reason: fault },
      'back-channel logout of a deleted client failed',
    )
    return
  }
  throw new RetryLater(fault, retryAfterMs)
}
