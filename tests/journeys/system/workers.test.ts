import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { connect } from 'node:tls'
import { newAuthority, writeIdentity } from '#tests/support/certificates.ts'
import { type Deployment, newMigratedDeployment, withDatabase } from '#tests/support/deployment.ts'
import { freePorts, latchkey, newMasterKey, type Started, startProcess } from '#tests/support/process.ts'
import { childrenOf } from '#tests/support/process-tree.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { send } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

let deployment: Deployment
/** The started workers that several tests share, because these tests leave them as they were. */
let crew: Crew
let consolePort: number | undefined
const ada = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
const credentials = { username: ada.username, password: ada.password }

before(async () => {
  deployment = await newMigratedDeployment('postgres')
  ;[consolePort] = await freePorts(1)
  crew = await startWorkers({ LATCHKEY_CONSOLE_PORT: `${consolePort}` })
})
after(async () => {
  assert.equal(await crew.end('SIGTERM'), 0)
  await deployment[Symbol.asyncDispose]()
})

interface Crew extends Started {
  /** Returns the process ids of the workers. */
  workers(): number[]
  /** Returns a metric of the authentication service, added up over all workers. */
  figure(name: string): Promise<number>
}

async function startWorkers(settings: Record<string, string> = {}): Promise<Crew> {
  const [usersOps, authOps] = await freePorts(2)
  const started = await startProcess([], {
    ...deployment.environment,
    LATCHKEY_WORKERS: '2',
    LATCHKEY_USERS_OPS_PORT: `${usersOps}`,
    LATCHKEY_AUTH_OPS_PORT: `${authOps}`,
    ...settings,
  })
  return {
    ...started,
    workers: () => childrenOf(started.pid),
    async figure(name) {
      const { body } = await send('GET', `http://127.0.0.1:${authOps}/metrics`)
      const line = (body as string).split('\n').find((one) => one.startsWith(`${name} `))
      return Number(line?.slice(name.length + 1))
    },
  }
}

const isGone = (pid: number): boolean =>
  !existsSync(`/proc/${pid}`) || /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

/** Sends a request on a new connection, which any of the workers may accept. */
function ask(method: string, url: string, token?: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(url, { method, agent: false, headers: token ? { authorization: `Bearer ${token}` } : {} })
      .once('error', reject)
      .once('response', (response) =>
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject),
      )
      .end()
  })
}

/** Logs Ada in. The first test that needs her signs her up. */
async function logIn({ users, auth }: Started) {
  const made = await send('POST', `${users}/users/create`, { body: ada })
  assert.ok(made.status === 201 || made.body.code === 'username_taken', JSON.stringify(made.body))
  const login = await send('POST', `${auth}/auth/login`, { body: credentials })
  assert.equal(login.status, 200, JSON.stringify(login.body))
  return login.body as { access_token: string; refresh_token: string }
}

test('the workers share the port of the console, too', async () => {
  const at = (url: string) => send('GET', `${url}/console/users`, { headers: { connection: 'close' } })
  for (let time = 0; time < 8; time++) {
    const led = await at(`http://127.0.0.1:${consolePort}`)
    assert.deepEqual([led.status, led.headers.get('location')?.split('?')[0]], [303, '../account/sign-in'])
    assert.equal((await at(crew.auth)).status, 404)
  }
})

test('all workers answer on each port, and what they count is added up', async () => {
  assert.equal(crew.workers().length, 2)
  const { access_token: token } = await logIn(crew)
  const replies = await Promise.all(
    Array.from({ length: 40 }, () => ask('GET', `${crew.auth}/auth/validate`, token)),
  )
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  assert.equal(await crew.figure('latchkey_verified_tokens{what="remembered"}'), 2, 'once in each')
  assert.equal(await crew.figure('latchkey_workers{what="ready"}'), 2)
  using greeter = rpcClient(crew.usersGrpc, 'latchkey.greeter.v1.GreeterService')
  assert.equal((await greeter.call('SayHello', { name: 'Ada' })).greeting, 'Hello, Ada!')
  await withDatabase(
    deployment.urls.auth,
    (db) => db.query`
      INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, dead_at)
      VALUES ('dead', 'users', 'x', 'x', 1, '{}', 0, 0, 1, ${Date.now()})`,
  )
  assert.equal(
    await crew.figure('latchkey_outbox_waiting_events{state="dead"}'),
    1,
    'both count the same row',
  )
})

test('I19 a logout at one worker is refused by all in the very next request', async () => {
  for (let round = 0; round < 20; round++) {
    const { access_token: token } = await logIn(crew)
    const validate = () => ask('GET', `${crew.auth}/auth/validate`, token)
    const before = await Promise.all(Array.from({ length: 6 }, validate))
    assert.deepEqual(new Set(before.map(({ status }) => status)), new Set([200]))
    assert.equal((await ask('POST', `${crew.auth}/auth/logout`, token)).status, 200)
    for (const { status, body } of await Promise.all(Array.from({ length: 12 }, validate)))
      assert.deepEqual([status, JSON.parse(body).reason], [401, 'logout'])
  }
})

test('a worker that is killed is followed by another one, and nobody is logged out', async () => {
  const { access_token: token } = await logIn(crew)
  const [killed = 0, other] = crew.workers()
  process.kill(killed, 'SIGKILL')
  await until(
    'its place to be taken',
    async () =>
      (await crew.figure('latchkey_workers{what="replaced"}')) === 1 &&
      (await crew.figure('latchkey_workers{what="ready"}')) === 2,
  )
  const now = crew.workers()
  assert.ok(now.length === 2 && now.includes(other ?? 0) && !now.includes(killed))
  const validate = () => ask('GET', `${crew.auth}/auth/validate`, token)
  const replies = await Promise.all(Array.from({ length: 12 }, validate))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
})

test('a worker that does not answer is left out of the figures, and its absence is counted', async () => {
  const [silent = 0] = crew.workers()
  process.kill(silent, 'SIGSTOP')
  try {
    assert.equal(await crew.figure('latchkey_workers{what="silent"}'), 1)
  } finally {
    process.kill(silent, 'SIGCONT')
  }
  await until('its answer', async () => (await crew.figure('latchkey_workers{what="silent"}')) === 0)
})

test('I71 SIGTERM lets every worker finish what is under way, also when each of them gets it too', async () => {
  await using ending = await startWorkers()
  const workers = ending.workers()
  const underWay = Array.from({ length: 12 }, (_, at) =>
    send('POST', `${ending.users}/users/create`, {
      body: { ...ada, username: `u-${at}`, email: `u-${at}@example.com` },
    }),
  )
  await Promise.race(underWay)
  for (const pid of workers) process.kill(pid, 'SIGTERM')
  const ended = ending.end('SIGTERM')
  const replies = await Promise.allSettled(underWay)
  const statuses = replies.map((reply) => (reply.status === 'fulfilled' ? reply.value.status : 'lost'))
  assert.deepEqual(new Set(statuses), new Set([201]))
  assert.equal(await ended, 0)
  assert.deepEqual(workers.filter(isGone), workers)
})

test('kill -9 of the process that started the workers ends them too, once what is under way is done', async () => {
  await using ending = await startWorkers()
  const workers = ending.workers()
  const body = { ...ada, username: 'last', email: 'last@example.com' }
  const underWay = send('POST', `${ending.users}/users/create`, { body })
  await until('it is being hashed', async () => (await ending.figure('latchkey_workers{what="ready"}')) === 2)
  assert.equal(await ending.end('SIGKILL'), 'SIGKILL')
  assert.equal((await underWay).status, 201)
  await until('the end of the workers', () => workers.every(isGone))
})

test('when no worker can be started any more the command ends, so that its caller learns of it', async () => {
  const data = temporaryFolder()
  cpSync(deployment.data, data, { recursive: true })
  await using ending = await startWorkers({ LATCHKEY_DATA: data })
  writeFileSync(join(data, 'service-token'), 'none')
  for (const pid of ending.workers()) process.kill(pid, 'SIGKILL')
  const [code] = await once(ending.child, 'exit')
  assert.equal(code, 1)
  rmSync(data, { recursive: true })
})

test('a certificate that is replaced reaches every worker', async () => {
  const folder = temporaryFolder()
  const authority = newAuthority('authority of the test')
  await using secured = await startWorkers(writeIdentity(folder, authority.issue('before')))
  const { hostname: host, port } = new URL(secured.auth)
  const shown = async () => {
    const socket = connect({ host, port: Number(port), ca: authority.cert })
    await once(socket, 'secureConnect')
    const name = socket.getPeerCertificate().subject.CN
    socket.destroy()
    return name
  }
  const shownByAll = async () => new Set(await Promise.all(Array.from({ length: 20 }, shown)))
  assert.deepEqual(await shownByAll(), new Set(['before']))
  writeIdentity(folder, authority.issue('after'))
  const isAfter = async () => {
    const names = await shownByAll()
    return names.size === 1 && names.has('after')
  }
  await until('the new one everywhere', isAfter)
  assert.equal(await secured.end('SIGTERM'), 0)
  rmSync(folder, { recursive: true })
})

test('a port that is in use is refused, also one of the workers of another start, and nothing is changed', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port: taken } = other.address() as { port: number }
  const data = `${deployment.data}/not-made`
  for (const [setting, port] of [
    ['LATCHKEY_AUTH_PORT', taken],
    ['LATCHKEY_USERS_PORT', new URL(crew.users).port],
    ['LATCHKEY_AUTH_GRPC_PORT', crew.authGrpc.split(':')[1]],
  ] as const) {
    for (const workers of ['1', '2']) {
      const { code, out, err } = latchkey(['start'], {
        ...deployment.environment,
        LATCHKEY_DATA: data,
        LATCHKEY_WORKERS: workers,
        [setting]: `${port}`,
      })
      assert.deepEqual(
        [code, out, err],
        [
          1,
          '',
          `latchkey: Cannot listen on 127.0.0.1 port ${port} (${setting}): it is in use. Nothing was changed.\n`,
        ],
      )
    }
  }
  other.close()
  assert.ok(!existsSync(data))
})

test('workers are refused on the embedded databases, and what each start refuses is said once', () => {
  const { LATCHKEY_AUTH_DATABASE: _, ...halfEmbedded } = deployment.environment
  const embedded = latchkey(['start'], { ...halfEmbedded, LATCHKEY_WORKERS: '2' })
  assert.equal(embedded.code, 2)
  assert.match(embedded.err, /^latchkey: LATCHKEY_WORKERS needs PostgreSQL, .*\n$/)
  const wrongKey = newMasterKey()
  const refused = latchkey(['start'], {
    ...deployment.environment,
    LATCHKEY_WORKERS: '3',
    LATCHKEY_MASTER_KEY: wrongKey,
  })
  assert.deepEqual([refused.code, refused.out], [1, ''])
  assert.match(refused.err, /^latchkey: LATCHKEY_MASTER_KEY is not the key.*\n$/)
  const file = join(temporaryFolder(), 'other-key')
  writeFileSync(file, wrongKey)
  const { LATCHKEY_MASTER_KEY: _key, ...keyless } = deployment.environment
  const fromFile = { ...keyless, LATCHKEY_WORKERS: '2', LATCHKEY_MASTER_KEY_FILE: file }
  assert.match(latchkey(['start'], fromFile).err, /^latchkey: \S+\/other-key is not the key.*\n$/)
})
