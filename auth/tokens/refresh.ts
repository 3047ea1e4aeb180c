import { type EndReason, Failure } from '#contract/declaration/failures.ts'
import { isBeforeEpoch } from '#contract/rules/session-epoch.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import type { UserResource } from '#contract/users/user.ts'
import type { Auth } from '../core/auth.ts'
import { learnSessionEpoch } from '../core/learn-session-epoch.ts'
import { endOf, type Session } from '../core/session.ts'
import { advanceGeneration, endSession, findSession } from '../core/session-store.ts'
import { warnOfAbandonedRefresh } from '../core/warn-of-abandoned-refresh.ts'
import { mintTokenPair, readRefreshToken } from './token.ts'

interface Refresh {
  refreshToken: string
  address: string
  /** Returns whether the client of the request has disconnected. */
  isClientGone(): Promise<boolean>
}

/**
 * Exchanges a refresh token for a new pair. The current token is exchanged by one conditional write. The previous token gets the
 * same successor during the grace window, so that a lost reply or two tabs log nobody out. Any older token shows that it was
 * copied, and ends the session (RFC 9700 section 4.14.2), unless its client has disconnected: a request that was delayed, in a
 * stopped node or on the way, is older than what the same client has exchanged since.
 */
export const refresh = (auth: Auth, input: Refresh): Promise<TokenPairResource> =>
  auth.counts.refreshes.of(exchange(auth, input))

async function exchange(auth: Auth, input: Refresh): Promise<TokenPairResource> {
  const { sessionId, generation } = await readRefreshToken(auth, input.refreshToken)
  const session = requireLiving(auth, await findSession(auth.db, sessionId))
  await refuseReuse(auth, session, { ...input, generation })
  // The user is read before anything is written: if the user service cannot be reached, the refresh token stays valid
  // for a retry.
  const user = await presentUser(auth, session)

  const advanced = generation === session.generation ? await advance(auth, session) : undefined
  if (advanced) return mintTokenPair(auth, advanced, user)

  // Another request has exchanged the same token at the same time. All such requests get the same successor.
  const current = requireLiving(auth, await findSession(auth.db, sessionId))
  await refuseReuse(auth, current, { ...input, generation })
  return mintTokenPair(auth, current, user)
}

function requireLiving(auth: Auth, session: Session | undefined): Session {
  const reason = session ? endOf(session, auth.clock.now()) : 'expired'
  if (!session || reason) throw new Failure('session_ended', { reason: reason ?? 'expired' })
  return session
}

/** Refuses a refresh token of any generation but the current one, and the one before it while the grace window is open. */
async function refuseReuse(
  auth: Auth,
  session: Session,
  { generation, address, isClientGone }: Omit<Refresh, 'refreshToken'> & { generation: number },
): Promise<void> {
  if (generation === session.generation) return
  if (generation > session.generation) {
    // A correctly signed token that the database never issued means a restored backup or a stolen key.
    auth.log.error(
      { event: 'token.impossible', session_id: session.id, generation },
      'refresh token was never issued',
    )
    throw new Failure('token_invalid')
  }
  const inGrace =
    generation === session.generation - 1 && auth.clock.now() - session.rotatedAt <= auth.policy.graceMs
  if (inGrace) return
  if (await isClientGone()) {
    warnOfAbandonedRefresh(auth.log, session)
    throw new Failure('token_invalid')
  }
  throw await ended(auth, session, 'refresh_reused', address)
}

async function presentUser(auth: Auth, session: Session): Promise<UserResource> {
  const known = await auth.users.findUser(session.userId)
  if (!known) throw await ended(auth, session, 'user_deleted')
  if (known.user.status === 'suspended') throw await ended(auth, session, 'user_suspended')
  // A higher session epoch (a number that rises when all sessions of the user end) means that all sessions were ended, and that
  // the request of the user service to end them here has not arrived yet. This session may be the one that was kept.
  if (known.session_epoch > session.epoch) {
    const learned = { userId: session.userId, known, at: auth.clock.now() }
    await auth.db.transaction((tx) => learnSessionEpoch(tx, learned))
    const present = requireLiving(auth, await findSession(auth.db, session.id))
    // A node of an earlier version may have raised the epoch at a login, and have ended nothing.
    if (isBeforeEpoch(present, known)) throw await ended(auth, session, 'revoked')
  }
  return known.user
}

async function ended(auth: Auth, session: Session, reason: EndReason, address?: string): Promise<Failure> {
  const end = { reason, at: auth.clock.now(), level: 'warn', address } as const
  await auth.db.transaction((tx) => endSession(tx, session.id, end))
  return new Failure('session_ended', { reason })
}

function advance(auth: Auth, session: Session): Promise<Session | undefined> {
  const now = auth.clock.now()
  return advanceGeneration(auth.db, {
    id: session.id,
    generation: session.generation,
    rotatedAt: now,
    idleExpiresAt: Math.min(now + auth.policy.idleMs, session.expiresAt),
  })
}
