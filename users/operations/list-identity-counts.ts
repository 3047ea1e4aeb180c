import type { IdentityCountResource } from '#contract/system/system.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { Users } from '../core/users.ts'

const maxCounted = 100_000

/** Counts the accounts at each provider that users sign in with. At most 100,000 accounts are counted. */
export async function listIdentityCounts({
  db,
}: Pick<Users, 'db'>): Promise<{ data: IdentityCountResource[]; is_capped: boolean }> {
  const rows = await db.query<{ provider: string; identities: number; last_used_at: number | null }>`
    SELECT provider, COUNT(*) AS identities, MAX(last_used_at) AS last_used_at
    FROM (SELECT provider, last_used_at FROM identities LIMIT ${maxCounted}) AS looked_at
    GROUP BY provider ORDER BY provider`
  const data = rows.map(({ provider, identities, last_used_at: at }) => ({
    provider,
    identities,
    last_used_at: at === null ? null : toRfc3339(at),
  }))
  return { data, is_capped: rows.reduce((sum, { identities }) => sum + identities, 0) >= maxCounted }
}
