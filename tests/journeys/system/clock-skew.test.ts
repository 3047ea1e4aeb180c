import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMigratedDeployment } from '#tests/support/deployment.ts'
import { startProcess } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

/** The flags of Node that set the clock of a process an amount ahead, as that of a machine without NTP. */
const ahead = (ms: number): string[] => [
  '--import',
  `data:text/javascript,const now = Date.now; Date.now = () => now() + ${ms}`,
]

test('a node whose clock is off ends no session of an honest client, and is not ready while another node is right', async () => {
  await using deployment = await newMigratedDeployment('postgres')
  const { environment } = deployment
  await using one = await startProcess([], environment)
  await using other = await startProcess([], environment, undefined, ahead(90_000))
  let since = ''
  other.child.stdout?.on('data', (text) => {
    since += text
  })
  const log = () => other.lines.join() + since
  const user = { username: 'ada', email: 'ada@example.com', password: 'some long words here' }
  assert.equal((await send('POST', `${one.users}/api/v1/users/create`, { body: user })).status, 201)
  const { username, password } = user
  const { body: pair } = await send('POST', `${one.auth}/auth/login`, { body: { username, password } })
  const body = { refresh_token: pair.refresh_token }
  const exchange = (node: string) => send('POST', `${node}/auth/refresh`, { body })
  // The reply is lost, and the client asks the other node.
  const lost = await exchange(one.auth)
  const again = await exchange(other.auth)
  assert.deepEqual([lost.status, again.status, again.body.reason], [200, 200, undefined])
  assert.equal(again.body.refresh_token, lost.body.refresh_token)
  await until('that the operator is told', async () => log().includes('"event":"clock.skewed"'))
  const readyAt = async (node: { users: string; auth: string }) =>
    Promise.all(
      [node.users, node.auth].map(async (url) => {
        const { status, body: health } = await send('GET', `${url}/health/ready`)
        return [status, health.checks.database, health.checks.clock]
      }),
    )
  await until('the node to be taken out', async () =>
    (await readyAt(other)).every(([status]) => status === 503),
  )
  assert.deepEqual(await readyAt(other), [
    [503, 'ok', 'skewed'],
    [503, 'ok', 'skewed'],
  ])
  assert.deepEqual(await readyAt(one), [
    [200, 'ok', 'ok'],
    [200, 'ok', 'ok'],
  ])
})
