import { setTimeout as sleep } from 'node:timers/promises'
import { queryOnce } from '#tests/support/postgres-cluster.ts'
import { usualPatience } from '#tests/support/process.ts'
import { startLoad } from '#tests/support/start-load.ts'
import { until } from '#tests/support/until.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { logInAt, lostAt, signUpAt, startFollowedPrimary, validateAt } from './followed-primary.ts'

const nodes = 2
/** The connections of both services of a node, as the guide says: 10 for transactions and 2 for reads each. */
const promisedBackends = nodes * 2 * (10 + 2)

/** The only standby is away, and commits wait for it. Users sign up, log in and use their tokens all the while. */
export async function loseStandby({ seconds = 600 }: Pick<CampaignOptions, 'seconds'>): Promise<Outcome> {
  await using servers = await startFollowedPrimary(usualPatience)
  const { primary, standby } = servers
  await servers.prepare()
  const running = [await servers.startNode(primary.url()), await servers.startNode(primary.url())] as const
  const [one] = running
  const acknowledged: string[] = []
  const { username } = await signUpAt(one)
  const { token } = await logInAt(one, username)
  const validations = { count: 0, slowestMs: 0, refused: new Map<number, number>() }
  const writes = new Map<number, number>()
  const backends: number[] = []
  const countOf = (counts: Map<number, number>, status: number) =>
    counts.set(status, (counts.get(status) ?? 0) + 1)
  let resumedAfterMs = Number.NaN
  let turn = 0
  {
    await using _signUps = startLoad(3, async () => {
      const { status, username } = await signUpAt(running[turn++ % nodes] ?? one)
      countOf(writes, status)
      if (status === 201) acknowledged.push(username)
      await sleep(100)
    })
    await using _logins = startLoad(3, async () => {
      countOf(writes, (await logInAt(running[turn++ % nodes] ?? one, username)).status)
      await sleep(100)
    })
    await using _validations = startLoad(2, async () => {
      const startedAt = performance.now()
      const status = await validateAt(running[turn++ % nodes] ?? one, token)
      validations.count++
      validations.slowestMs = Math.max(validations.slowestMs, performance.now() - startedAt)
      if (status !== 200) countOf(validations.refused, status)
      await sleep(50)
    })
    await until('some users', () => acknowledged.length > 5)
    await standby.kill()
    const backAt = performance.now() + seconds * 1_000
    while (performance.now() < backAt) {
      const rows = await queryOnce(
        primary.url(),
        `SELECT FROM pg_stat_activity WHERE application_name LIKE 'latchkey%'`,
      )
      backends.push(rows.length)
      await sleep(1_000)
    }
    await standby.start()
    const startedAt = performance.now()
    const before = acknowledged.length
    await until('users again', () => acknowledged.length > before + 5)
    resumedAfterMs = performance.now() - startedAt
  }
  await standby.promote()
  const lost = await lostAt(standby, acknowledged)
  const most = Math.max(...backends)
  const shown = (counts: Map<number, number>) =>
    [...counts].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none'
  const unexpected = [...writes.keys()].filter((status) => ![200, 201, 503].includes(status))
  return {
    figures: [
      ['standby away', `${seconds} s`],
      ['validations', `${validations.count}, slowest ${Math.round(validations.slowestMs)} ms`],
      ['validations refused', shown(validations.refused)],
      ['sign-ups and logins', shown(writes)],
      ['most backends', `${most}, the guide promises ${promisedBackends}`],
      ['writes again after', `${Math.round(resumedAfterMs)} ms`],
      ['acknowledged users', `${acknowledged.length}, ${lost.length} lost at the promoted standby`],
    ],
    violations: [
      ...[...validations.refused].map(([status, count]) => `${count} validations got ${status}`),
      ...(most > promisedBackends ? [`${most} backends`] : []),
      ...unexpected.map((status) => `a write got ${status}`),
      ...lost.map((name) => `${name} was acknowledged, and is lost`),
    ],
  }
}
