import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricsText, samplesIn, sumOf } from '#tests/support/metrics-text.ts'
import { migratedIn } from '#tests/support/migrated-database.ts'
import { startCluster } from '#tests/support/postgres-cluster.ts'
import { startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

test('an outage of PostgreSQL is a few lines, however much fails in it, and the metrics go on', async (t) => {
  await using cluster = await startCluster()
  const settings = {
    LATCHKEY_USERS_DATABASE: await migratedIn(cluster, 'users'),
    LATCHKEY_AUTH_DATABASE: await migratedIn(cluster, 'auth'),
  }
  await using system = await startSystem({ settings })
  const { access_token: token } = await system.signUpAndLogIn('ada')
  const validate = async () => (await system.send('GET', `${system.authUrl}/auth/validate`, { token })).status
  assert.equal(await validate(), 200)
  const before = system.log.length

  await cluster.kill()
  const refused: number[] = []
  const wrong = { username: 'ada', password: 'wrong' }
  while (refused.length < 200) {
    const login = system.send('POST', `${system.authUrl}/auth/login`, { body: wrong })
    const statuses = await Promise.all([
      ...Array.from({ length: 20 }, validate),
      login.then(({ status }) => status),
    ])
    refused.push(...statuses)
  }
  assert.deepEqual([...new Set(refused)], [503])
  const text = await metricsText(system)
  const samples = samplesIn(text)
  assert.equal(sumOf(samples, 'latchkey_database_up'), 0)
  assert.equal(sumOf(samples, 'latchkey_refusals_total', { limit: 'database_unavailable' }), refused.length)
  assert.match(text, /^# TYPE latchkey_sweep_waiting_rows gauge$/m)

  await cluster.start()
  await until('a validation', async () => (await validate()) === 200)
  await until('that it is over', () => system.log.some(({ msg }) => msg === 'outage ended'))
  const lines = system.log
    .slice(before)
    .filter(({ level, outage }) => level !== 'debug' && outage !== undefined)
  const [began, ...rest] = lines
  const over = rest.pop()
  assert.deepEqual(
    [began?.level, began?.outage, typeof began?.err],
    ['warn', 'database_unavailable', 'object'],
    JSON.stringify(began),
  )
  assert.deepEqual([over?.level, over?.msg], ['info', 'outage ended'])
  assert.ok(Number(over?.failed) >= refused.length, `${over?.failed}`)
  // On a very slow machine the outage lasts for more than a minute, so that there may be more log lines.
  assert.ok(rest.every(({ msg }) => msg === 'outage continues') && rest.length < 3, JSON.stringify(rest))
  const others = system.log
    .slice(before)
    .filter(({ level, outage }) => (level === 'warn' || level === 'error') && outage === undefined)
  assert.deepEqual(others, [])
  t.diagnostic(`${lines.length} lines for ${over?.failed} failures in ${over?.lasted_ms} ms`)
})
