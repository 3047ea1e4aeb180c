import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDeployment } from '#tests/support/deployment.ts'
import { latchkey, startProcess } from '#tests/support/process.ts'
import { until } from '#tests/support/until.ts'

/** The flags of Node that set the clock of a process an amount ahead, as that of a machine without NTP. */
const ahead = (ms: number): string[] => [
  '--import',
  `data:text/javascript,const now = Date.now; Date.now = () => now() + ${ms}`,
]

test('nodes whose clocks differ by more than the grace of a refresh end no session of an honest client', async () => {
  await using deployment = await newDeployment('postgres')
  const environment = { ...deployment.environment }
  const migrated = latchkey(['migrate'], environment)
  assert.equal(migrated.code, 0, migrated.err)
  await using one = await startProcess([], environment)
  await using other = await startProcess([], environment, undefined, ahead(45_000))
  let since = ''
  other.child.stdout?.on('data', (text) => {
    since += text
  })
  const log = () => other.lines.join() + since
  const post = async (url: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    // biome-ignore lint/suspicious/noExplicitAny: the body is whatever was sent, and the test checks it.
    return { status: response.status, body: (await response.json()) as any }
  }
  const user = { username: 'ada', email: 'ada@example.com', password: 'some long words here' }
  assert.equal((await post(`${one.users}/api/v1/users/create`, user)).status, 201)
  const { username, password } = user
  const { body: pair } = await post(`${one.auth}/auth/login`, { username, password })
  const exchange = (node: string) => post(`${node}/auth/refresh`, { refresh_token: pair.refresh_token })
  // The reply is lost, and the client asks the other node.
  const lost = await exchange(one.auth)
  const again = await exchange(other.auth)
  assert.deepEqual([lost.status, again.status, again.body.reason], [200, 200, undefined])
  assert.equal(again.body.refresh_token, lost.body.refresh_token)
  await until('that the operator is told', async () => log().includes('"event":"clock.skewed"'))
})
