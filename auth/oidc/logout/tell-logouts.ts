import { deliverDue, forDays, NotYet, type Outbox, queueDelivery, sink } from '#runtime/events/outbox.ts'
import { type Loop, startLoop } from '#runtime/loop.ts'
import { lazily } from '#runtime/on-demand/lazily.ts'
import { type Posted, postOnce } from '#runtime/targets/post-once.ts'
import type { Targets } from '#runtime/targets/targets.ts'
import type { Oidc } from '../core/oidc.ts'
import { findEndedSessions, takeGrants } from './ended-session-store.ts'
import type { Logout } from './logout-token.ts'

const loadLogoutToken = lazily(() => import('./logout-token.ts'))

/** Where the client is to be told that a session of one of its users has ended. */
const logouts = sink<Logout>('oidc_logout')

/**
 * Tells clients that a session has ended, whichever way it ended: by a logout, a suspension, another password, a command (OpenID Connect
 * Back-Channel Logout 1.0, I137). What the loop finds is in the rows of the sessions, so that no way to end one can forget it, and it
 * survives a crash.
 */
export function startTellingLogouts(oidc: Oidc, targets: Targets): Loop {
  const idleMs = 500
  return startLoop('tell clients of ended sessions', { idleMs, log: oidc.log }, async (signal) => {
    if (!(await oidc.clients.any())) return false
    const ended = await findEndedSessions(oidc.db)
    for (const id of ended) await queueLogouts(oidc, id)
    const { db, clock, log } = oidc
    const deliver: Outbox<Logout>['deliver'] = ({ id, payload }) =>
      tellClient(oidc, { targets, logout: payload, deliveryId: id, signal })
    const delivered = await deliverDue<Logout>({ db, clock, log, sink: logouts, retry: forDays, deliver })
    return !signal.aborted && (delivered || ended.length > 0)
  })
}

/** Queues a message for each client that a session had given something to, in the transaction that takes its grants away. */
function queueLogouts({ db, clock, clients }: Oidc, sessionId: string): Promise<void> {
  return db.transaction(async (tx) => {
    for (const { clientId, userId } of await takeGrants(tx, sessionId)) {
      const client = await clients.find(clientId)
      if (client?.backchannelLogoutUri == null) continue
      const payload = { clientId, userId, sessionId }
      const subject = `${clientId} ${sessionId}`
      await queueDelivery(tx, { sink: logouts, type: 'logout', subject, payload, at: clock.now() })
    }
  })
}

/** Tells one client of one session. @throws {NotYet} when it must be told again later */
async function tellClient(
  oidc: Oidc,
  {
    targets,
    logout,
    deliveryId,
    signal,
  }: { targets: Targets; logout: Logout; deliveryId: string; signal: AbortSignal },
): Promise<void> {
  const client = await oidc.clients.find(logout.clientId)
  // The client was deleted, disabled, or wants to be told no more.
  if (client?.backchannelLogoutUri == null) return
  const { backchannelLogoutUri: url, idTokenAlgorithm: algorithm } = client
  await oidc.keys.ensureIdTokenKeys()
  const { mintLogoutToken } = await loadLogoutToken()
  const token = mintLogoutToken(oidc, { logout, algorithm, jti: deliveryId })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Latchkey' }
  const body = new URLSearchParams({ logout_token: token }).toString()
  const { fault, retryAfterMs }: Posted = await postOnce(targets, { url, headers, body, signal })
  if (fault !== null) throw new NotYet(fault, retryAfterMs)
}
