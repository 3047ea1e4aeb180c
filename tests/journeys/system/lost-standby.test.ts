import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricsText, samplesIn, sumOf } from '#tests/support/metrics-text.ts'
import { migratedIn } from '#tests/support/migrated-database.ts'
import { queryOnce, startCluster } from '#tests/support/postgres-cluster.ts'
import { startLoad } from '#tests/support/start-load.ts'
import { startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const connections = 4
const services = 2

test('while the synchronous standby is lost, validations go on and the server keeps its connections', async () => {
  await using cluster = await startCluster()
  await using system = await startSystem({
    settings: {
      LATCHKEY_USERS_DATABASE: await migratedIn(cluster, 'users'),
      LATCHKEY_AUTH_DATABASE: await migratedIn(cluster, 'auth'),
      LATCHKEY_DATABASE_CONNECTIONS: String(connections),
      LATCHKEY_DATABASE_TIMEOUT: '2s',
    },
  })
  const { access_token: token } = await system.signUpAndLogIn('ada')
  const validate = async () => (await system.send('GET', `${system.authUrl}/auth/validate`, { token })).status
  const standby = async (name: string) => {
    await queryOnce(cluster.url(), `ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
    await queryOnce(cluster.url(), 'SELECT pg_reload_conf()')
  }
  const held = async () => sumOf(samplesIn(await metricsText(system)), 'latchkey_database_commits_unanswered')
  await standby('lost')
  const statuses = { validations: [] as number[], writes: [] as number[] }
  const backends: number[] = []
  let next = 0
  {
    await using _writes = startLoad(8, async () => {
      const username = `user${next++}`
      const body = { username, email: `${username}@example.com`, password: 'correct horse battery' }
      const { status } = await system.send('POST', `${system.usersUrl}/users/create`, { body })
      statuses.writes.push(status)
    })
    await using _logins = startLoad(8, async () => {
      const body = { username: `user${next++}`, password: 'wrong' }
      const { status } = await system.send('POST', `${system.authUrl}/auth/login`, { body })
      statuses.writes.push(status)
    })
    await using _validations = startLoad(1, async () => {
      statuses.validations.push(await validate())
      const rows = await queryOnce(
        cluster.url(),
        `SELECT FROM pg_stat_activity WHERE application_name LIKE 'latchkey%'`,
      )
      backends.push(rows.length)
    })
    await until('commits without an answer', async () => (await held()) >= connections)
    const before = statuses.writes.length
    await until('more refusals', () => statuses.writes.length > before + 50)
  }
  assert.deepEqual(new Set(statuses.validations), new Set([200]))
  const mostBackends = Math.max(...backends)
  assert.ok(mostBackends <= services * (connections + 2), `${mostBackends} backends`)
  await standby('')
  await until('no commit without an answer', async () => (await held()) === 0)
  await until('a login', async () => {
    const body = { username: 'ada', password: 'wrong' }
    return (await system.send('POST', `${system.authUrl}/auth/login`, { body })).status === 401
  })
})
