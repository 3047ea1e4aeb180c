import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { RequirementMissing } from '#tests/faults/campaign.ts'
import { mountSmallDisk } from '#tests/faults/small-disk.ts'
import { metricsText, samplesIn } from '#tests/support/metrics-text.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { type HttpReply, type System, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const mebibyte = 1024 * 1024

/** Returns the reason to skip the tests of a full disk, or false where a small file system can be mounted. */
function whyNoSmallDisk(): string | false {
  try {
    mountSmallDisk('tmpfs', mebibyte)[Symbol.dispose]()
    return false
  } catch (error) {
    if (error instanceof RequirementMissing) return error.message
    throw error
  }
}

const ready = (system: System) =>
  Promise.all(
    [system.usersUrl, system.authUrl].map(async (url) => {
      const { status, body } = await system.send('GET', `${url}/health/ready`)
      return [status, body.status, body.checks.database]
    }),
  )

const well = [200, 'ok', 'ok']
const unwritable = [503, 'unavailable', 'unwritable']

const metricOf = async (
  system: System,
  service: 'users' | 'auth',
  name: string,
): Promise<number | undefined> =>
  samplesIn(await metricsText(system, [service])).find((sample) => sample.name === name)?.value

const healthByRpc = async (address: string): Promise<string> => {
  using health = rpcClient(address, 'grpc.health.v1.Health')
  return (await health.call('Check')).status
}

let number = 0
const signUp = (system: System): Promise<HttpReply> => {
  const username = `user${++number}`
  return system.send('POST', `${system.usersUrl}/users/create`, {
    body: { username, email: `${username}@example.com`, password: `a long password of ${username}` },
  })
}

test('I66 while the disk is full, writes are refused and reads go on; when there is room, all does, and nothing is lost', {
  skip: whyNoSmallDisk(),
}, async () => {
  using disk = mountSmallDisk('tmpfs', 48 * mebibyte)
  const data = join(disk.path, 'data')
  const settings = { LATCHKEY_SIGNUPS_PER_MINUTE: '6000' } as const
  const acknowledged: string[] = []
  {
    await using system = await startSystem({ data, settings, expectUnlisted: true })
    assert.deepEqual(await ready(system), [well, well])
    const { access_token: token } = await system.signUpAndLogIn('ada')
    const free = await metricOf(system, 'users', 'latchkey_database_disk_free_bytes')
    assert.ok(free !== undefined && free > mebibyte && free < 48 * mebibyte, `${free} bytes are free`)

    disk.fill(0)
    await until('a sign-up that is refused', async () => {
      const { status, body } = await signUp(system)
      if (status === 201) acknowledged.push(body.username)
      return status === 503
    })
    await until('both services not to be ready', async () =>
      (await ready(system)).every(([status]) => status === 503),
    )
    assert.deepEqual(await ready(system), [unwritable, unwritable])
    for (const service of ['users', 'auth'] as const) {
      assert.equal(await metricOf(system, service, 'latchkey_database_up'), 0, service)
      assert.ok(((await metricOf(system, service, 'latchkey_database_disk_free_bytes')) ?? 1) < mebibyte)
    }
    for (const address of [system.usersGrpc, system.authGrpc])
      await until('gRPC to say so', async () => (await healthByRpc(address)) === 'NOT_SERVING')
    assert.equal((await system.send('GET', `${system.usersUrl}/health/live`)).status, 200)
    for (const url of [`${system.authUrl}/auth/validate`, `${system.usersUrl}/api/v1/users/me`])
      assert.equal((await system.send('GET', url, { token })).status, 200, 'what only reads goes on')

    disk.free()
    await until('both services to be ready', async () =>
      (await ready(system)).every(([status]) => status === 200),
    )
    assert.equal(await metricOf(system, 'users', 'latchkey_database_up'), 1)
    for (const address of [system.usersGrpc, system.authGrpc])
      await until('gRPC to say so', async () => (await healthByRpc(address)) === 'SERVING')
    const { status, body } = await signUp(system)
    assert.equal(status, 201)
    acknowledged.push(body.username)
  }
  await using again = await startSystem({ data, settings })
  for (const username of acknowledged) await again.logIn(username, `a long password of ${username}`)
  assert.deepEqual(await ready(again), [well, well])
})

test('while PostgreSQL has no room for writes, a service is not ready', async () => {
  await using system = await startSystem({ engine: 'postgres', expectUnlisted: true })
  assert.deepEqual(await ready(system), [well, well])
  const { username, password } = await system.signUp('ada')
  const db = await system.database('auth')
  // As the server answers when its disk is full: reads go on, and whatever is written is refused.
  await db.execute(`
    CREATE FUNCTION refuse_for_space() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER no_space BEFORE INSERT OR UPDATE ON sessions EXECUTE FUNCTION refuse_for_space();
    CREATE TRIGGER no_space BEFORE INSERT OR UPDATE ON leases EXECUTE FUNCTION refuse_for_space()`)
  const login = { body: { username, password } }
  assert.equal((await system.send('POST', `${system.authUrl}/auth/login`, login)).status, 503)
  assert.deepEqual(await ready(system), [well, unwritable])
  await db.execute('DROP TRIGGER no_space ON leases')
  assert.deepEqual(await ready(system), [well, unwritable], 'small rows still find room')
  await db.execute('DROP TRIGGER no_space ON sessions')
  await until('the authentication service to be ready', async () => (await ready(system))[1]?.[0] === 200)
  await system.logIn(username, password)
})
