import assert from 'node:assert/strict'
import { usualPatience } from '#tests/support/process.ts'
import { startLoad } from '#tests/support/start-load.ts'
import { send } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { logInAt, lostAt, signUpAt, startFollowedPrimary, validateAt } from './followed-primary.ts'

interface Round {
  /** How often the node that was left behind accepted the ended session before it could reach the new primary, and after. */
  accepted: { cutOff: number; reaching: number }
  /** The time from the moment when the node could reach the new primary until it refused the ended session. */
  refusedAfterMs: number
  /** The statuses of the ended session after the first refusal. */
  afterwards: Set<number>
  /** How many users were acknowledged at the node, and those of them that the new primary does not have. */
  acknowledged: number
  lost: string[]
  /** The status of a session that was not ended. */
  honest: number
  log: string
}

/**
 * The standby is promoted while the old primary runs on, as after a cut of the network between the two. A node that works on the
 * old primary cannot reach the new one either, until the cut is over. Meanwhile a session ends at another node, on the new
 * primary.
 */
export async function leaveNodeBehind(timeLimits: Record<string, string> = {}): Promise<Round> {
  await using servers = await startFollowedPrimary(timeLimits)
  const { primary, standby } = servers
  await using network = await startProxy(standby.url())
  await servers.prepare()
  const behind = await servers.startNode(primary.url(), network.url)
  let log = ''
  behind.child.stdout?.on('data', (text) => {
    log += text
  })
  const acknowledged: string[] = []
  const signUp = async (): Promise<string> => {
    const { status, username } = await signUpAt(behind)
    if (status === 201) acknowledged.push(username)
    return username
  }
  const { token: honest } = await logInAt(behind, await signUp())
  const { token } = await logInAt(behind, await signUp())
  const accepted = { cutOff: 0, reaching: 0 }
  const afterwards = new Set<number>()
  let refusedAfterMs = Number.NaN
  {
    await using _writes = startLoad(4, signUp)
    await until('some users', () => acknowledged.length > 10)
    network.freeze()
    await standby.promote()
    const other = await servers.startNode(standby.url(), primary.url())
    assert.equal((await send('POST', `${other.auth}/auth/logout`, { token })).status, 200)
    assert.equal(await validateAt(other, token), 401)
    // The node reaches the old primary alone: only a fence at that server could make it refuse.
    for (let times = 0; times < 20; times++)
      accepted.cutOff += (await validateAt(behind, token)) === 200 ? 1 : 0
    network.cut()
    network.thaw()
    const reachingSince = performance.now()
    await until('the node to refuse', async () => {
      const status = await validateAt(behind, token)
      if (status === 200) accepted.reaching++
      return status === 401
    })
    refusedAfterMs = performance.now() - reachingSince
    for (let times = 0; times < 100; times++) afterwards.add(await validateAt(behind, token))
    const before = acknowledged.length
    await until('users on the new primary', () => acknowledged.length > before + 10)
  }
  return {
    accepted,
    refusedAfterMs,
    afterwards,
    acknowledged: acknowledged.length,
    lost: await lostAt(standby, acknowledged),
    honest: await validateAt(behind, honest),
    log,
  }
}

/** The longest time that `SECURITY.md` names for a node which reaches the new primary. */
const promisedMs = 2_000

/** Leaves a node on the old primary again and again. */
export async function leaveNodesBehind({ rounds = 3 }: Pick<CampaignOptions, 'rounds'>): Promise<Outcome> {
  const outcome: Outcome = { figures: [], violations: [] }
  for (let number = 1; number <= rounds; number++) {
    const round = await leaveNodeBehind(usualPatience)
    const { accepted, refusedAfterMs, acknowledged, lost, honest } = round
    outcome.figures.push([
      `round ${number}`,
      `refused ${Math.round(refusedAfterMs)} ms after the new primary was reachable; accepted ${accepted.cutOff} times before and ${accepted.reaching} times after; ${acknowledged} users acknowledged, ${lost.length} lost`,
    ])
    const violations = [
      ...(refusedAfterMs > promisedMs
        ? [`an ended session was accepted for ${Math.round(refusedAfterMs)} ms`]
        : []),
      ...(round.afterwards.size > 1 ? [`after the refusal: ${[...round.afterwards].join()}`] : []),
      ...lost.map((username) => `${username} was acknowledged, and is lost`),
      ...(honest === 200 ? [] : [`an honest session got ${honest}`]),
    ]
    outcome.violations.push(...violations.map((violation) => `round ${number}: ${violation}`))
  }
  return outcome
}
