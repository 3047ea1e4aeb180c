import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { queryOnce, startCluster } from '#tests/support/postgres-cluster.ts'
import { withHosts } from '#tests/support/postgres-ledger.ts'
import { addStandby } from '#tests/support/postgres-standby.ts'
import { type Started, startProcess, usualPatience } from '#tests/support/process.ts'
import { startLoad } from '#tests/support/start-load.ts'
import { send } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { prepareDatabases } from './prepare-databases.ts'

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
  /** The status of a session that nobody ended. */
  honest: number
  log: string
}

const password = 'some long words here'

/**
 * The standby is promoted while the old primary runs on, as after a cut of the network between the two. A node that works on the
 * old primary cannot reach the new one either, until the cut is over. Meanwhile a session ends at another node, on the new
 * primary.
 */
export async function leaveNodeBehind(timeLimits: Record<string, string> = {}): Promise<Round> {
  await using parts = new AsyncDisposableStack()
  const data = temporaryFolderOnDisk()
  parts.defer(() => rmSync(data, { recursive: true, force: true }))
  const primary = parts.use(await startCluster())
  await Promise.all(['users', 'auth'].map((name) => primary.createDatabase(name)))
  const standby = parts.use(await addStandby(primary, { synchronous: true }))
  const network = parts.use(await startProxy(standby.url()))
  const settings = {
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_ISSUER: 'https://auth.example.com',
    LATCHKEY_MAILBOX: 'on',
    ...timeLimits,
  }
  const on = (first: string, second: string) => ({ ...settings, ...databases(first, second) })
  await prepareDatabases(on(primary.url(), network.url), password)
  const start = async (environment: Record<string, string>) => {
    const node = await startProcess([], environment)
    parts.defer(async () => void (await node.end('SIGKILL')))
    return node
  }
  const behind = await start(on(primary.url(), network.url))
  let log = ''
  behind.child.stdout?.on('data', (text) => {
    log += text
  })

  let next = 0
  const acknowledged: string[] = []
  const signUp = async (node: Started): Promise<string | undefined> => {
    const username = `user${next++}`
    const body = { username, email: `${username}@example.com`, password }
    const { status } = await send('POST', `${node.users}/users/create`, { body })
    if (status === 201) acknowledged.push(username)
    return status === 201 ? username : undefined
  }
  const logIn = async (username: string | undefined): Promise<string> => {
    const { status, body } = await send('POST', `${behind.auth}/auth/login`, { body: { username, password } })
    assert.equal(status, 200)
    return body.access_token
  }
  const validate = async (node: Started, token: string) =>
    (await send('GET', `${node.auth}/auth/validate`, { token })).status
  const honestToken = await logIn(await signUp(behind))
  const token = await logIn(await signUp(behind))
  const accepted = { cutOff: 0, reaching: 0 }
  const afterwards = new Set<number>()
  let refusedAfterMs = Number.NaN
  {
    await using _writes = startLoad(4, () => signUp(behind))
    await until('some users', () => acknowledged.length > 10)
    network.freeze()
    await standby.promote()
    const other = await start(on(standby.url(), primary.url()))
    assert.equal((await send('POST', `${other.auth}/auth/logout`, { token })).status, 200)
    assert.equal(await validate(other, token), 401)
    // The node knows the old primary alone: only a fence at that server could make it refuse.
    for (let times = 0; times < 20; times++)
      accepted.cutOff += (await validate(behind, token)) === 200 ? 1 : 0
    network.cut()
    network.thaw()
    const reachingSince = performance.now()
    await until('the node to refuse', async () => {
      const status = await validate(behind, token)
      if (status === 200) accepted.reaching++
      return status === 401
    })
    refusedAfterMs = performance.now() - reachingSince
    for (let times = 0; times < 100; times++) afterwards.add(await validate(behind, token))
    const before = acknowledged.length
    await until('users on the new primary', () => acknowledged.length > before + 10)
  }
  const users = Object.assign(new URL(standby.url()), { pathname: '/users' }).href
  const rows = await queryOnce<{ username: string }>(users, 'SELECT username FROM users')
  const there = new Set(rows.map(({ username }) => username))
  return {
    accepted,
    refusedAfterMs,
    afterwards,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((username) => !there.has(username)),
    honest: await validate(behind, honestToken),
    log,
  }
}

function databases(first: string, second: string): Record<string, string> {
  const on = (name: string) => withHosts(Object.assign(new URL(first), { pathname: `/${name}` }).href, second)
  return {
    LATCHKEY_USERS_DATABASE: `${on('users')}?target_session_attrs=read-write`,
    LATCHKEY_AUTH_DATABASE: `${on('auth')}?target_session_attrs=read-write`,
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
