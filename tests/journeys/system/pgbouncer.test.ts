import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newMigratedDeployment } from '#tests/support/deployment.ts'
import { startPgBouncer, whyNoOldPgBouncer } from '#tests/support/pgbouncer.ts'
import { latchkey, startProcess } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'

describe('PgBouncer before 1.21, which has no prepared statements in transaction mode', {
  skip: whyNoOldPgBouncer,
}, () => {
  test('start says so in one line, and a command that it does not let work too', async () => {
    await using deployed = await newMigratedDeployment('postgres')
    await using pooler = await startPgBouncer(deployed.urls.users, 'transaction')
    const environment = {
      ...deployed.environment,
      LATCHKEY_USERS_DATABASE: pooler.url(deployed.urls.users),
      LATCHKEY_AUTH_DATABASE: pooler.url(deployed.urls.auth),
    }
    for (const command of [
      ['start'],
      ['start', '--workers', '2'],
      ['migrate'],
      ['migrate', '--dry-run'],
      ['keys', 'list'],
    ]) {
      const { code, err } = latchkey(command, environment)
      // A command with few queries may happen to get one database connection for all of them, and then it succeeds.
      if (code === 0 && command[0] !== 'start') continue
      assert.match(err, /^latchkey: .* PgBouncer.*1\.21.*pool_mode=session\.\n$/, command.join(' '))
      assert.equal(code, 1)
    }
  })

  test('in session mode it serves', async () => {
    await using deployed = await newMigratedDeployment('postgres')
    await using pooler = await startPgBouncer(deployed.urls.users, 'session')
    await using started = await startProcess([], {
      ...deployed.environment,
      LATCHKEY_USERS_DATABASE: pooler.url(deployed.urls.users),
      LATCHKEY_AUTH_DATABASE: pooler.url(deployed.urls.auth),
    })
    const body = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
    assert.equal((await send('POST', `${started.users}/users/create`, { body })).status, 201)
  })
})
