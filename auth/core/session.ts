import type { EndReason } from '#contract/declaration/failures.ts'

/** A session is one login on one device. Every token of that login belongs to it. */
export interface Session extends Lifetime {
  id: string
  userId: string
  /**
   * The user's session epoch (a number that rises when all sessions of the user end) at the time of the login. A session with an
   * epoch below the user's current one has ended.
   */
  epoch: number
  /** A number that rises with every refresh. Each refresh token names the generation that it was made for. */
  generation: number
  rotatedAt: number
  createdAt: number
  /** The methods by which the user last authenticated, as in the claim `amr` (RFC 8176). `levelOf` tells their level. */
  amr: readonly string[]
  /** The time (epoch milliseconds) when the user last authenticated. A refresh does not change it. */
  authenticatedAt: number
}

/**
 * The fields of a session that decide whether it lives, which means that it has neither ended nor expired.
 */
export interface Lifetime {
  idleExpiresAt: number
  expiresAt: number
  endedAt: number | null
  endReason: EndReason | null
}

/**
 * The row that is read for each validation of a token. The version of the key set rises with every change of a signing key, and
 * shows whether a signature that was checked before can still be trusted.
 */
export interface Liveness extends Lifetime {
  epoch: number
  keySetVersion: number
}

/** Creates a session as a login at `now` begins it: living, and in its first generation. */
export const newSession = (
  begun: Pick<Session, 'id' | 'userId' | 'epoch' | 'amr' | 'idleExpiresAt' | 'expiresAt'>,
  now: number,
): Session => ({
  ...begun,
  generation: 1,
  rotatedAt: now,
  createdAt: now,
  authenticatedAt: now,
  endedAt: null,
  endReason: null,
})

/** Returns the reason why a session has ended or expired; undefined while it lives. */
export function endOf(session: Lifetime, now: number): EndReason | undefined {
  if (session.endedAt !== null) return session.endReason ?? 'revoked'
  return session.idleExpiresAt <= now || session.expiresAt <= now ? 'expired' : undefined
}
