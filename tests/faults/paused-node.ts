import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { newMigratedDeployment } from '#tests/support/deployment.ts'
import { startProcess } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'
import type { Outcome } from './campaign.ts'

interface Pause {
  pausedMs: number
  /** How often the client refreshes at the other node meanwhile. */
  refreshes: number
  /** `LATCHKEY_REFRESH_GRACE` */
  grace: string
}

/** The time after which the client gives up its request to the paused node. */
const patienceMs = 500

/**
 * A client refreshes at a node that is paused, as a virtual machine that is moved. It gives up, and refreshes at another node,
 * which shares the database. Then the paused node goes on, and finds the request. Returns how the session has ended, or
 * undefined when it lives.
 */
export async function refreshAtPausedNode({
  pausedMs,
  refreshes,
  grace,
}: Pause): Promise<string | undefined> {
  await using deployment = await newMigratedDeployment('postgres')
  const environment = { ...deployment.environment, LATCHKEY_REFRESH_GRACE: grace }
  await using paused = await startProcess([], environment)
  await using other = await startProcess([], environment)
  const user = { username: 'ada', email: 'ada@example.com', password: 'some long words here', name: 'Ada' }
  assert.equal((await send('POST', `${other.users}/api/v1/users/create`, { body: user })).status, 201)
  const { username, password } = user
  const login = await send('POST', `${other.auth}/auth/login`, { body: { username, password } })
  let refreshToken: string = login.body.refresh_token
  const exchange = async (node: string) => {
    const body = { refresh_token: refreshToken }
    const reply = await send('POST', `${node}/auth/refresh`, { body })
    if (reply.status === 200) refreshToken = reply.body.refresh_token
    return reply
  }
  // The node has a connection of the client, and has answered on it.
  assert.equal((await exchange(paused.auth)).status, 200)

  process.kill(paused.pid, 'SIGSTOP')
  try {
    const givenUp = fetch(`${paused.auth}/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
      signal: AbortSignal.timeout(patienceMs),
    })
    await assert.rejects(givenUp, { name: 'TimeoutError' })
    for (let times = 0; times < refreshes; times++) assert.equal((await exchange(other.auth)).status, 200)
    await sleep(pausedMs - patienceMs)
  } finally {
    process.kill(paused.pid, 'SIGCONT')
  }
  // A reply on a new connection shows that the node goes on. What it had received before it has read by then.
  await fetch(`${paused.auth}/health`)
  await sleep(1_000)
  const last = await exchange(other.auth)
  return last.status === 200 ? undefined : (last.body.reason ?? last.body.code)
}

/** Pauses nodes for less and for longer than the usual grace. */
export async function pauseNodes(): Promise<Outcome> {
  const violations: string[] = []
  const pauses = [20_000, 33_000, 40_000].flatMap((pausedMs) =>
    [1, 2].map((refreshes) => ({ pausedMs, refreshes, grace: '30s' })),
  )
  for (const pause of pauses) {
    const ended = await refreshAtPausedNode(pause)
    if (ended !== undefined)
      violations.push(`after ${pause.pausedMs} ms and ${pause.refreshes} refreshes elsewhere: ${ended}`)
  }
  return { figures: [['pauses', pauses.length]], violations }
}
