import type { Sql } from '#runtime/database/database.ts'
import type { Auth } from '../../core/auth.ts'
import { endSession } from '../../core/session-store.ts'
import { warnOfAbandonedRefresh } from '../../core/warn-of-abandoned-refresh.ts'
import { findGrant } from '../grants/grant-store.ts'
import { advanceRefreshToken, findArtifact, type StoredArtifact } from './artifact-store.ts'
import { familyDigest, type RefreshTokenParts, readRefreshToken } from './refresh-token.ts'

/** The context of functions about refresh tokens. */
export type RefreshContext = Pick<Auth, 'db' | 'clock' | 'policy' | 'keys' | 'log'>

/** A correctly signed refresh token, with the row of its family (all tokens that one login gave to one client). */
export interface KnownRefreshToken {
  parts: RefreshTokenParts
  row: StoredArtifact
}

/**
 * Finds a refresh token of any generation, without consequences for its session, because an introspection or a
 * revocation is not a use of the token. `isGood` is true when a refresh with it would succeed.
 */
export async function lookUpRefreshToken(
  context: Pick<RefreshContext, 'db' | 'clock' | 'policy' | 'keys'>,
  token: string,
): Promise<(KnownRefreshToken & { isGood: boolean }) | undefined> {
  const parts = await readRefreshToken(context.keys, token)
  const row = parts && (await findFamily(context, parts))
  return row && { parts, row, isGood: isGood(context, row, parts) }
}

/**
 * Returns the refresh token of a refresh if it is valid: the present one of its family, or the previous one while the grace
 * window is open. An older token must have been copied, so it ends the session, unless its client has disconnected, as in the
 * API's own refresh (RFC 9700 section 4.14.2).
 */
export async function findRefreshToken(
  context: RefreshContext,
  token: string,
  isClientGone: () => Promise<boolean>,
): Promise<KnownRefreshToken | undefined> {
  const known = await lookUpRefreshToken(context, token)
  if (!known) return undefined
  const { parts, row } = known
  if (known.isGood) return { parts, row }
  if (parts.generation > row.generation)
    // A correctly signed token that the database never issued means a restored backup or a stolen key.
    context.log.error({ event: 'token.impossible', grant_id: row.grantId }, 'refresh token was never issued')
  else await punishReuse(context, row, isClientGone)
  return undefined
}

const findFamily = ({ db, clock }: Pick<RefreshContext, 'clock'> & { db: Sql }, parts: RefreshTokenParts) =>
  findArtifact(db, { model: 'RefreshToken', digest: familyDigest(parts), now: clock.now() })

function isGood(
  { clock, policy }: Pick<RefreshContext, 'clock' | 'policy'>,
  row: StoredArtifact,
  { generation }: RefreshTokenParts,
): boolean {
  if (generation === row.generation) return true
  return generation === row.generation - 1 && clock.now() - (row.rotatedAt ?? 0) <= policy.graceMs
}

/**
 * Moves the family of a refresh token to its next generation. Of several concurrent requests one does so, and all get the same
 * next token. Returns false when the token is no longer valid.
 */
export async function rotateRefreshToken(
  tx: Sql,
  context: Pick<RefreshContext, 'clock' | 'policy'>,
  { parts, row }: KnownRefreshToken,
): Promise<boolean> {
  if (parts.generation !== row.generation) return true
  const now = context.clock.now()
  if (await advanceRefreshToken(tx, { digest: row.digest, generation: row.generation, now })) return true
  const present = await findFamily({ ...context, db: tx }, parts)
  return present !== undefined && isGood(context, present, parts)
}

/** Ends the session of a refresh token that was used again, unless the client has disconnected. */
async function punishReuse(
  { db, clock, log }: RefreshContext,
  { grantId }: StoredArtifact,
  isClientGone: () => Promise<boolean>,
): Promise<void> {
  const isGone = await isClientGone()
  const at = clock.now()
  const grant = grantId === null ? undefined : await findGrant(db, grantId, at)
  if (!grant) return
  if (isGone) return warnOfAbandonedRefresh(log, { id: grant.sessionId, userId: grant.userId })
  const end = { reason: 'refresh_reused', at, level: 'warn' } as const
  await db.transaction((tx) => endSession(tx, grant.sessionId, end))
}
