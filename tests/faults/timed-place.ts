import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authMigrations } from '#auth/service.ts'
import { emailKey, usernameKey } from '#contract/rules/names.ts'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { newId } from '#runtime/ids.ts'
import { type Engine, temporaryDatabase } from '#tests/support/engines.ts'
import { until } from '#tests/support/until.ts'
import { type ImportedUser, userTransfer } from '#users/import/transfer.ts'
import { userMigrations } from '#users/service.ts'

/** The password of all users in these databases. */
export const password = 'a long password'

/** Two services in a process of their own, their databases, and users who are registered there. */
export interface TimedPlace extends AsyncDisposable {
  data: string
  /** The addresses at which the services listen. */
  at: Places
  /** The access tokens of users without rights over other users. */
  tokens: string[]
  /** The ids of the registered users, by their number. */
  ids: string[]
  /** Resolves when the outbox is empty: replies leave work in it that is done later. */
  settle(): Promise<void>
}

/**
 * Starts the services with `numbers` registered users, as many suspended ones, and `actors` signed-in ones. The password
 * hashes in `hashes` are assigned to the users in turn.
 */
export async function openTimedPlace(
  engine: Engine,
  { numbers, actors, hashes }: { numbers: number; actors: number; hashes: readonly string[] },
): Promise<TimedPlace> {
  await using parts = new AsyncDisposableStack()
  // The data folder is in memory where /dev/shm exists, because the scatter of disk syncs would hide a
  // difference.
  const data = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'latchkey-who-is-here-'))
  parts.defer(() => rmSync(data, { recursive: true, force: true }))
  const urls = { users: `sqlite:${join(data, 'users.db')}`, auth: `sqlite:${join(data, 'auth.db')}` }
  if (engine === 'postgres') {
    urls.users = parts.use(await temporaryDatabase(engine)).url
    urls.auth = parts.use(await temporaryDatabase(engine)).url
  }
  await (await openNew(urls.auth, authMigrations)).close()
  const db = await openNew(urls.users, userMigrations)
  parts.defer(() => db.close())
  const ids = await addPeople(db, { numbers, actors, hashes })
  const { places, stop } = await startServices({
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_DATABASE: urls.users,
    LATCHKEY_AUTH_DATABASE: urls.auth,
  })
  parts.defer(stop)
  const tokens = await signInActors(places.authUrl, actors)
  const kept = parts.move()
  return {
    data,
    at: places,
    tokens,
    ids,
    settle: () =>
      until(
        'that nothing waits to be done',
        async () => (await db.query`SELECT id FROM outbox WHERE dead_at IS NULL LIMIT 1`).length === 0,
        15 * 60_000,
      ),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function openNew(url: string, migrations: URL): Promise<Database> {
  const db = await openDatabase(url, { connections: 2, exclusive: false, onLostWrites() {} })
  await migrate(db, migrations, systemClock)
  return db
}

/**
 * Returns a username. All names have the same length, because a longer name could take more time. `here` is registered,
 * `none` is not, `gone` is suspended, `held` and `made` signed up during the test, `actr` is a simulated client that
 * sends requests.
 */
export const nameOf = (kind: 'here' | 'none' | 'gone' | 'held' | 'made' | 'actr', number: number): string =>
  `${kind}-${String(number).padStart(6, '0')}`
export const addressOf = (...name: Parameters<typeof nameOf>): string => `${nameOf(...name)}@example.com`

/**
 * Adds users with confirmed addresses: registered ones, as many suspended ones, and the simulated clients
 * that send the requests. Returns the ids of the registered ones.
 */
async function addPeople(
  db: Database,
  { numbers, actors, hashes }: { numbers: number; actors: number; hashes: readonly string[] },
): Promise<string[]> {
  const now = systemClock.now()
  const person = (...name: Parameters<typeof nameOf>): ImportedUser => {
    const [username, email] = [nameOf(...name), addressOf(...name)]
    const hash = hashes[name[1] % hashes.length] ?? ''
    return {
      type: 'user',
      id: newId(now),
      username,
      email,
      name: null,
      locale: null,
      role: 'user',
      status: name[0] === 'gone' ? 'suspended' : 'active',
      email_verified_at: now,
      password_hash: hash,
      metadata: {},
      session_epoch: 0,
      version: 1,
      created_at: now,
      updated_at: now,
      last_login_at: now,
      usernameKey: usernameKey(username),
      emailKey: emailKey(email) ?? '',
    }
  }
  const of = (kind: 'here' | 'gone' | 'actr', count: number) =>
    Array.from({ length: count }, (_, number) => person(kind, number))
  const here = of('here', numbers)
  const people = [...here, ...of('gone', numbers), ...of('actr', actors)]
  for (let at = 0; at < people.length; at += 500)
    await userTransfer.write(db, people.slice(at, at + 500), { now })
  return here.map(({ id }) => id)
}

async function signInActors(authUrl: string, count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let number = 0; number < count; number++) {
    const reply = await fetch(`${authUrl}/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.1.${number >> 8}.${number & 255}`,
      },
      body: JSON.stringify({ username: nameOf('actr', number), password }),
    })
    const { access_token } = (await reply.json()) as { access_token: string }
    tokens.push(access_token)
  }
  return tokens
}

export interface Places {
  usersUrl: string
  authUrl: string
  usersGrpc: string
}

async function startServices(
  settings: Record<string, string>,
): Promise<{ places: Places; stop(): Promise<void> }> {
  const environment = {
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_USERS_OPS_PORT: '0',
    LATCHKEY_AUTH_OPS_PORT: '0',
    LATCHKEY_USERS_GRPC_PORT: '0',
    LATCHKEY_AUTH_GRPC_PORT: '0',
    LATCHKEY_ISSUER: 'https://auth.example.com',
    LATCHKEY_ACCESS_TOKEN_LIFETIME: '1h',
    LATCHKEY_MAILBOX: 'on',
    LATCHKEY_SIGNUP: 'private',
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
    ...settings,
  }
  const child = fork(new URL('./timed-system.ts', import.meta.url), [JSON.stringify(environment)])
  const gone = once(child, 'exit')
  const early = gone.then(([code]) => {
    throw new Error(`The services ended with ${code}.`)
  })
  early.catch(() => {})
  const [places] = (await Promise.race([once(child, 'message'), early])) as [Places]
  return {
    places,
    async stop() {
      if (child.connected) child.disconnect()
      await gone
    },
  }
}
