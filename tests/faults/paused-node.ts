import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { newDeployment } from '#tests/support/deployment.ts'
import { latchkey, startProcess } from '#tests/support/process.ts'
import type { Outcome } from './campaign.ts'

interface Pause {
  pausedMs: number
  /** How often the client refreshes at the other node meanwhile. */
  refreshes: number
  /** `LATCHKEY_REFRESH_GRACE` */
  grace: string
}

interface Pair {
  access_token: string
  refresh_token: string
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
  await using deployment = await newDeployment('postgres')
  const environment = { ...deployment.environment, LATCHKEY_REFRESH_GRACE: grace }
  const migrated = latchkey(['migrate'], environment)
  assert.equal(migrated.code, 0, migrated.err)
  await using paused = await startProcess([], environment)
  await using other = await startProcess([], environment)
  const post = async (url: string, body: object, signal?: AbortSignal) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: signal ?? null,
    })
    return {
      status: response.status, // biome-ignore lint/suspicious/noExplicitAny: the body is whatever was sent, and the test checks it.
      body: (await response.json()) as any,
    }
  }
  const user = { username: 'ada', email: 'ada@example.com', password: 'some long words here', name: 'Ada' }
  assert.equal((await post(`${other.users}/api/v1/users/create`, user)).status, 201)
  const { username, password } = user
  const { body } = await post(`${other.auth}/auth/login`, { username, password })
  let pair: Pair = body
  const exchange = async (node: string, signal?: AbortSignal) => {
    const reply = await post(`${node}/auth/refresh`, { refresh_token: pair.refresh_token }, signal)
    if (reply.status === 200) pair = reply.body
    return reply
  }
  // The node has a connection of the client, and has answered on it.
  assert.equal((await exchange(paused.auth)).status, 200)

  process.kill(paused.pid, 'SIGSTOP')
  try {
    await assert.rejects(exchange(paused.auth, AbortSignal.timeout(patienceMs)), { name: 'TimeoutError' })
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
