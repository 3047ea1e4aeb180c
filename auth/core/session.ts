import type { EndReason } from '#contract/failures.ts'

/** One login on one device. It owns every token that came of it. */
export interface Session extends Lifetime {
  id: string
  userId: string
  /** The user's session epoch at login. */
  epoch: number
  /** Rises with every refresh; the current refresh token carries it. */
  generation: number
  rotatedAt: number
  createdAt: number
  /** How the user proved who it is: RFC 8176 values, such as `pwd`. */
  amr: readonly string[]
  /** When the user last did. A refresh proves nothing. */
  authenticatedAt: number
}

/** What decides whether a session lives. */
export interface Lifetime {
  idleExpiresAt: number
  expiresAt: number
  endedAt: number | null
  endReason: EndReason | null
}

/** The row that each validation reads. Whoever trusts a remembered signature must know that its key is still good. */
export interface Liveness extends Lifetime {
  keySetVersion: number
}

/** Why a session is over; undefined while it lives. */
export function endOf(session: Lifetime, now: number): EndReason | undefined {
  if (session.endedAt !== null) return session.endReason ?? 'revoked'
  return session.idleExpiresAt <= now || session.expiresAt <= now ? 'expired' : undefined
}
