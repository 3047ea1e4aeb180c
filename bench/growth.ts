import { spawnSync } from 'node:child_process'
import { createReadStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { logInEndpoint } from '#contract/auth.ts'
import { createUserEndpoint } from '#contract/users.ts'
import { call } from '#sdk/call.ts'
import { type Engine, engines } from '#tests/engines.ts'
import { startCluster } from '#tests/postgres-cluster.ts'
import { latchkey, type Started, startProcess } from '#tests/process.ts'
import { send, temporaryFolder } from '#tests/system.ts'
import { median, printFigures } from './figures.ts'

const few = 10_000
const many = Number(process.env.BENCH_USERS ?? 1_000_000)
const rounds = 10
const command = new URL('../cli/latchkey.js', import.meta.url).pathname
const generator = new URL('users-file.ts', import.meta.url).pathname

interface Populated {
  started: Started
  token: string
  cursor: string
  emails: string[]
  stop(): Promise<void>
}

/** The same requests with ten thousand users and with a million, on each engine. */
export async function measureGrowth(): Promise<void> {
  await using cluster = await startCluster({ settings: { fsync: 'on', shared_buffers: '256MB' } })
  for (const engine of engines) {
    const small = await populate(engine, few, cluster)
    const large = await populate(engine, many, cluster)
    await compare(engine, small, large)
    await small.stop()
    await large.stop()
  }
}

async function populate(
  engine: Engine,
  users: number,
  cluster: { createDatabase(): Promise<string> },
): Promise<Populated> {
  const folder = temporaryFolder()
  const file = join(folder, 'users.jsonl')
  const urls: Record<string, string> =
    engine === 'sqlite'
      ? {}
      : {
          LATCHKEY_USERS_DATABASE: await cluster.createDatabase(),
          LATCHKEY_AUTH_DATABASE: await cluster.createDatabase(),
        }
  const environment = {
    LATCHKEY_DATA: join(folder, 'data'),
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    ...urls,
  }
  spawnSync(process.execPath, [generator, `${users}`, file])
  if (engine === 'postgres') latchkey(['migrate'], environment)
  process.stdout.write(`${engine}: import of ${users} users\n`)
  const startedAt = performance.now()
  const imported = spawnSync(process.execPath, ['--', command, 'import', file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (imported.status !== 0) throw new Error('The import failed.')
  const seconds = (performance.now() - startedAt) / 1000
  process.stdout.write(`  ${seconds.toFixed(1)} s, ${(users / seconds).toFixed(0)} rows/s\n`)

  const admin = { username: 'root', password: 'a password for root' }
  latchkey(
    [
      'users',
      'create',
      '--role',
      'admin',
      '--username',
      'root',
      '--email',
      'root@example.com',
      '--password-stdin',
    ],
    environment,
    admin.password,
  )
  // The services of one machine share a secret, also on PostgreSQL.
  const started = await startProcess([], environment)
  const { access_token: token } = await call(logInEndpoint, { body: admin }, { baseUrl: started.auth })
  const body = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
  await call(createUserEndpoint, { body }, { baseUrl: started.users })
  const first = await send('GET', `${started.users}/api/v1/users?limit=50`, { token })
  return {
    started,
    token,
    cursor: first.body.next_cursor,
    emails: await someEmails(file, users),
    async stop() {
      await started.end('SIGTERM')
      rmSync(folder, { recursive: true })
    },
  }
}

/** A thousand of them, from all over the file. */
async function someEmails(file: string, users: number): Promise<string[]> {
  const emails: string[] = []
  let number = 0
  for await (const line of createInterface({ input: createReadStream(file) }))
    if (number++ % Math.ceil(users / 1_000) === 1) emails.push((JSON.parse(line) as { email: string }).email)
  return emails.filter((email) => email !== undefined)
}

const requests: Record<
  string,
  { times: number; ask(of: Populated, number: number): Promise<{ status: number }> }
> = {
  'look-up by e-mail': {
    times: 100,
    ask: ({ started, token, emails }, number) =>
      send('GET', `${started.users}/users/email/${emails[(number * 37) % emails.length]}`, { token }),
  },
  'list, page 2': {
    times: 30,
    ask: ({ started, token, cursor }) =>
      send('GET', `${started.users}/api/v1/users?limit=50&cursor=${cursor}`, { token }),
  },
  login: {
    times: 10,
    ask: ({ started }) =>
      send('POST', `${started.auth}/auth/login`, { body: { username: 'ada', password: 'a long password' } }),
  },
}

async function compare(engine: Engine, small: Populated, large: Populated): Promise<void> {
  for (const [name, { times, ask }] of Object.entries(requests)) {
    const measured = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      for (const [size, populated] of Object.entries({ small, large }) as ['small' | 'large', Populated][]) {
        for (let number = 0; number < times; number++) {
          const startedAt = performance.now()
          const { status } = await ask(populated, round * times + number)
          if (status !== 200) throw new Error(`${name}: ${status}`)
          measured[size].push(performance.now() - startedAt)
        }
      }
    }
    process.stdout.write(`${engine}: ${name}\n`)
    printFigures(`${few} users`, measured.small, 'ms')
    printFigures(`${many} users`, measured.large, 'ms')
    const ratio = median(measured.large) / median(measured.small)
    process.stdout.write(`  ratio ${ratio.toFixed(2)} (at most 1.3 is wanted)\n`)
  }
}
