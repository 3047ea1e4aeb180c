import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newAuthority, writeIdentity } from '#tests/support/certificates.ts'
import { runInHost } from '#tests/support/command-host.ts'
import { startLocalServer } from '#tests/support/local-server.ts'
import { metricsText } from '#tests/support/metrics-text.ts'
import { freePorts, startProcess } from '#tests/support/process.ts'
import { settingsApart } from '#tests/support/services-apart.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

const folder = temporaryFolder()
after(() => rmSync(folder, { recursive: true, force: true }))

async function environmentOn(data: string, settings: Record<string, string> = {}) {
  const [users, auth] = await freePorts(2)
  return {
    LATCHKEY_DATA: join(folder, data),
    LATCHKEY_USERS_PORT: `${users}`,
    LATCHKEY_AUTH_PORT: `${auth}`,
    ...settings,
  }
}

test('latchkey health says in one line that both services are ready, and exits with 1 as soon as they are not', async () => {
  const environment = await environmentOn('both')
  const url = `http://127.0.0.1:${environment.LATCHKEY_USERS_PORT}/health/ready`
  const before = await runInHost(['health'], environment)
  assert.deepEqual([before.code, before.out], [1, ''])
  const [users, auth, ...others] = before.err.trim().split('\n')
  assert.ok(users?.startsWith(`latchkey: users is not ready: ${url}: connect ECONNREFUSED `), users)
  assert.match(auth ?? '', /^latchkey: auth is not ready: .*ECONNREFUSED/)
  assert.deepEqual(others, [])

  await using started = await startProcess([], environment)
  const ready = { code: 0, out: 'ready: users and auth\n', err: '' }
  assert.deepEqual(await runInHost(['health'], environment), ready)
  const one = await runInHost(['health', 'auth'], { ...environment, LATCHKEY_USERS_PORT: '1' })
  assert.deepEqual(one, { code: 0, out: 'ready: auth\n', err: '' })

  process.kill(started.pid, 'SIGSTOP')
  const stuck = await runInHost(['health', 'users'], environment)
  process.kill(started.pid, 'SIGCONT')
  assert.deepEqual(stuck, {
    code: 1,
    out: '',
    err: `latchkey: users is not ready: ${url}: no response within 5 s.\n`,
  })
})

test('a service that answers 503, as without its database, is not ready, and the line names what is wrong', async () => {
  for (const [body, wrong] of [
    ['{}', ''],
    ['<h1>Bad gateway</h1>', ''],
    [
      '{"checks":{"database":"ok","clock":"skewed","user_service":"unavailable"}}',
      ' (clock: skewed, user_service: unavailable)',
    ],
  ] as const) {
    await using server = await startLocalServer((_, reply) => void reply.writeHead(503).end(body))
    const { port } = new URL(server.url)
    const { code, err } = await runInHost(['health', 'users'], { LATCHKEY_USERS_PORT: port })
    assert.deepEqual(
      [code, err],
      [1, `latchkey: users is not ready: http://127.0.0.1:${port}/health/ready returned 503${wrong}.\n`],
    )
  }
})

test('it asks over TLS where every client needs a certificate, whatever name the own one is for', async () => {
  const authority = newAuthority('the authority of the test')
  const clientCa = join(folder, 'clients.crt')
  writeFileSync(clientCa, authority.cert)
  const environment = await environmentOn('tls', {
    ...writeIdentity(folder, authority.issue('id.shop.example')),
    LATCHKEY_TLS_CLIENT_CA: clientCa,
    LATCHKEY_TLS_CLIENT_CERTS: 'all',
  })
  await using _ = await startProcess([], environment)
  assert.deepEqual(await runInHost(['health'], environment), {
    code: 0,
    out: 'ready: users and auth\n',
    err: '',
  })
})

test('a port that is any free one cannot be checked', async () => {
  const { code, err } = await runInHost(['health', 'auth'], { LATCHKEY_AUTH_PORT: '0' })
  assert.equal(code, 1)
  assert.match(err, /^latchkey: Cannot check auth: LATCHKEY_AUTH_PORT is 0/)
})

test('a service that the other one does not answer stays ready, and names it in its health and in a metric', async () => {
  const settings = await settingsApart()
  let isCut = false
  await using proxy = await startProxy(settings.LATCHKEY_AUTH_URL, (sent, link) => {
    if (isCut) link.cut()
    return isCut ? undefined : sent
  })
  await using auth = await startSystem({ services: 'auth', settings })
  await using users = await startSystem({
    services: 'users',
    settings: { ...settings, LATCHKEY_AUTH_URL: proxy.url },
  })
  const healthOf = async (url: string) => {
    const { status, body } = await users.send('GET', `${url}/health/ready`)
    return [status, body.status, body.checks.auth_service ?? body.checks.user_service]
  }
  const upAt = async (system: System, service: 'users' | 'auth') =>
    /^latchkey_peer_up (\d)$/m.exec(await metricsText(system, [service]))?.[1]
  const health = (how: string, url: string, state: string) =>
    until(`${url} to be ${how}`, async () => (await healthOf(url))[2] === state)
  for (const url of [users.usersUrl, auth.authUrl]) {
    await health('answered', url, 'ok')
    assert.deepEqual(await healthOf(url), [200, 'ok', 'ok'])
  }
  assert.deepEqual([await upAt(users, 'users'), await upAt(auth, 'auth')], ['1', '1'])

  isCut = true
  await health('cut off', users.usersUrl, 'unavailable')
  assert.deepEqual(await healthOf(users.usersUrl), [200, 'ok', 'unavailable'])
  assert.deepEqual(await healthOf(auth.authUrl), [200, 'ok', 'ok'], 'the way back is open')
  assert.deepEqual([await upAt(users, 'users'), await upAt(auth, 'auth')], ['0', '1'])
  isCut = false
  await health('answered again', users.usersUrl, 'ok')

  await users.stop()
  const { send } = auth
  await until('the authentication service to be alone', async () => {
    const { status, body } = await send('GET', `${auth.authUrl}/health/ready`)
    assert.equal(status, 200)
    return body.checks.user_service === 'unavailable'
  })
})
