import { setTimeout as sleep } from 'node:timers/promises'
import { queryOnce } from '#tests/support/postgres-cluster.ts'
import { usualPatience } from '#tests/support/process.ts'
import { startLoad } from '#tests/support/start-load.ts'
import { until } from '#tests/support/until.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { logInAt, lostAt, signUpAt, startFollowedPrimary, validateAt } from './followed-primary.ts'

interface Round {
  acknowledged: number
  cancelled: number
  statuses: Map<number, number>
  lost: string[]
  /** The status of a session that was not ended, after the failover. */
  honest: number
}

/**
 * The standby is away, and an administrator cancels the waits of commits for it, as poolers do. Then the primary is lost, and the standby,
 * which has none of these commits, takes over.
 */
async function cancelWaits(waits: number): Promise<Round> {
  await using servers = await startFollowedPrimary(usualPatience)
  const { primary, standby } = servers
  await servers.prepare()
  const node = await servers.startNode(primary.url(), standby.url())
  const acknowledged: string[] = []
  const statuses = new Map<number, number>()
  const { username } = await signUpAt(node)
  const { token } = await logInAt(node, username)
  let cancelled = 0
  {
    await using _signUps = startLoad(4, async () => {
      const { status, username } = await signUpAt(node)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 201) acknowledged.push(username)
      else await sleep(50)
    })
    await until('some users', () => acknowledged.length > 10)
    await standby.kill()
    await until('cancelled waits', async () => {
      const rows = await queryOnce(
        primary.url(),
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
      )
      cancelled += rows.length
      return cancelled >= waits
    })
    await primary.kill()
    await standby.start()
    await standby.promote()
    const before = acknowledged.length
    await until('users again', () => acknowledged.length > before + 5)
  }
  return {
    acknowledged: acknowledged.length,
    cancelled,
    statuses,
    lost: await lostAt(standby, acknowledged),
    honest: await validateAt(node, token),
  }
}

/** Cancels waits for the standby, and then loses the primary, again and again. */
export async function cancelWaitsInRounds({ rounds = 3 }: Pick<CampaignOptions, 'rounds'>): Promise<Outcome> {
  const outcome: Outcome = { figures: [], violations: [] }
  for (let number = 1; number <= rounds; number++) {
    const { acknowledged, cancelled, statuses, lost, honest } = await cancelWaits(20)
    const shown = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
    outcome.figures.push([
      `round ${number}`,
      `${cancelled} waits cancelled; sign-ups ${shown}; ${acknowledged} acknowledged, ${lost.length} lost`,
    ])
    const violations = [
      ...lost.map((username) => `${username} was acknowledged, and is lost`),
      ...[...statuses.keys()]
        .filter((status) => status !== 201 && status !== 503)
        .map((status) => `a sign-up got ${status}`),
      ...(honest === 200 ? [] : [`an honest session got ${honest}`]),
    ]
    outcome.violations.push(...violations.map((violation) => `round ${number}: ${violation}`))
  }
  return outcome
}
