import type { TokenPairResource } from '#contract/auth.ts'
import { Failure } from '#contract/failures.ts'
import { newId } from '#runtime/ids.ts'
import { siteKey } from '#runtime/network.ts'
import type { Auth } from '../core/auth.ts'
import type { Session } from '../core/session.ts'
import { recordBeginning } from '../sessions/session-events.ts'
import { type Device, endOldestSessions, insertSession, raiseEpoch } from '../sessions/session-store.ts'
import { mintTokenPair } from '../tokens/token.ts'
import { findFamiliarity, rememberNetwork } from './known-network-store.ts'
import { countSession } from './limit-sessions.ts'
import { loginBuckets, nameKey } from './login-buckets.ts'
import { closingWhenFull, refuseIfFull } from './login-gate.ts'
import { countedAttempt } from './login-throttle.ts'

/** What logs in again and again and never out, a script for the most part, must not fill the database. */
const mostSessions = 100

export async function logIn(
  auth: Auth,
  input: { name: string; password: string; device: Device },
): Promise<TokenPairResource> {
  refuseIfFull(auth)
  const { name, password, device } = input
  const { address } = device
  // For a name that nobody has the same is made, read and written: otherwise the time of the reply tells who exists.
  const userId = await auth.users.findLoginUser(name)
  const network = siteKey(address)
  const ofNobody = nameKey(name)
  const countedBy = userId ?? ofNobody
  const { isKnown, isFresh } = await findFamiliarity(auth.db, { countedBy, network, now: auth.clock.now() })
  return countedAttempt(
    auth,
    loginBuckets({ countedBy, address, knownNetwork: isKnown ? network : undefined }),
    () => closingWhenFull(auth, () => auth.users.checkCredentials({ username: name, password })),
    async ({ user, session_epoch: epoch }) => {
      countSession(auth, user.id)
      const session = await startSession(auth, {
        userId: user.id,
        epoch,
        device,
        countedBy,
        isFamiliar: isFresh,
      })
      auth.log.info(
        { event: 'session.created', user_id: session.userId, session_id: session.id },
        'a user logged in',
      )
      return mintTokenPair(auth, session, user)
    },
  )
}

/**
 * Starts a session with a fresh id: nothing that the client sent becomes a session. Remembers the network for the user and for
 * the key that the login was counted by, unless `isFamiliar` says that this was done lately.
 */
export async function startSession(
  auth: Auth,
  input: { userId: string; epoch: number; device: Device; countedBy: string; isFamiliar?: boolean },
): Promise<Session> {
  const now = auth.clock.now()
  const expiresAt = now + auth.policy.sessionMs
  const session: Session = {
    id: newId(now),
    userId: input.userId,
    epoch: input.epoch,
    generation: 1,
    rotatedAt: now,
    createdAt: now,
    idleExpiresAt: Math.min(now + auth.policy.idleMs, expiresAt),
    expiresAt,
    endedAt: null,
    endReason: null,
  }
  const displaced = await auth.db.transaction(async (tx) => {
    // The user was deleted, suspended or got another password while this login was under way: it came too late.
    if ((await raiseEpoch(tx, input.userId, input.epoch)) > input.epoch)
      throw new Failure('invalid_credentials')
    await recordBeginning(tx, session, input.device)
    await insertSession(tx, session, input.device)
    const network = siteKey(input.device.address)
    if (network && !input.isFamiliar) await rememberNetwork(tx, { ...input, network, now })
    return endOldestSessions(tx, { userId: input.userId, most: mostSessions, reason: 'revoked', at: now })
  })
  for (const id of displaced)
    auth.log.info(
      { event: 'session.ended', user_id: input.userId, session_id: id, reason: 'revoked' },
      'a session made room for a newer one of its user',
    )
  return session
}
