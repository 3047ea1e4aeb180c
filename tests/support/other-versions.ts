import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { authMigrations } from '#auth/service.ts'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { migrate } from '#runtime/database/migrate.ts'
import type { SqlValue } from '#runtime/database/sql.ts'
import { userMigrations } from '#users/service.ts'
import {
  type Deployment,
  newDeployment,
  newMigratedDeployment,
  type Service,
  services,
  withDatabase,
} from './deployment.ts'
import type { Engine } from './engines.ts'
import { type Started, startProcess } from './process.ts'
import { allRows } from './stored.ts'
import { send } from './system.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const ada = { username: 'ada', email: 'ada@example.com', password: 'a long password' }

/** The SQL scripts of migrations by name, oldest first. */
export type Migrations = ReadonlyMap<string, string>

/** Reads the migrations of a service that a start applies: all files, or those for one engine. */
export function migrationsOf(service: Service, engine?: Engine): Migrations {
  const folder = { users: userMigrations, auth: authMigrations }[service]
  const otherEngine = { sqlite: '.postgres.sql', postgres: '.sqlite.sql' }
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .filter((name) => engine === undefined || !name.endsWith(otherEngine[engine]))
    .sort()
  return new Map(names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]))
}

/** Migrates a database to the schema that an older version with these migrations has. */
export async function migrateAs(url: string, migrations: Migrations): Promise<void> {
  const folder = temporaryFolder()
  for (const [name, script] of migrations) writeFileSync(join(folder, name), script)
  await withDatabase(url, (db) => migrate(db, pathToFileURL(`${folder}/`), systemClock))
  rmSync(folder, { recursive: true })
}

export interface OlderDeployment extends Deployment {
  /** The names of the migrations that the older databases lack, by service. */
  missing: Record<Service, string[]>
  /** The tokens of a session of the user `ada`. */
  tokens: { access: string; refresh: string }
}

/**
 * Makes a deployment as an older version left it. It has only the migrations that `had` returns, and a user
 * who is logged in.
 */
export async function olderDeployment(
  engine: Engine,
  had: (names: string[]) => string[] = (names) => names.slice(0, -1),
): Promise<OlderDeployment> {
  const { older, tokens } = await copyOfNow(engine, had)
  const missing = (service: Service) => {
    const names = [...migrationsOf(service, engine).keys()]
    return names.filter((name) => !had(names).includes(name))
  }
  return Object.assign(older, { missing: { users: missing('users'), auth: missing('auth') }, tokens })
}

interface Now {
  deployment: Deployment
  tokens: { access: string; refresh: string }
}

/**
 * The deployments of this version, one for each database engine. The deployments of older versions are made from copies
 * of them.
 */
const nows = new Map<Engine, Promise<Now>>()

export async function forgetNow(): Promise<void> {
  for (const now of nows.values()) await (await now).deployment[Symbol.asyncDispose]()
  nows.clear()
}

/**
 * Copies the rows of a deployment of this version into an older schema, without the columns that the older schema lacks.
 * The copy is used in place of a real older version, which cannot be run in this test.
 */
async function copyOfNow(engine: Engine, had: (names: string[]) => string[]) {
  const making = nows.get(engine) ?? makeNow(engine)
  nows.set(engine, making)
  const { deployment: now, tokens } = await making
  const older = await newDeployment(engine)
  // The secrets are copied together with the databases: without the same master key, the encrypted rows could not be
  // decrypted.
  for (const file of readdirSync(now.data).filter((name) => !name.includes('.db')))
    cpSync(join(now.data, file), join(older.data, file), { recursive: true })
  for (const service of services) {
    const migrations = migrationsOf(service, engine)
    const names = had([...migrations.keys()])
    await migrateAs(older.urls[service], new Map([...migrations].filter(([name]) => names.includes(name))))
    await withDatabase(now.urls[service], (from) =>
      withDatabase(older.urls[service], (to) => copyRows(from, to)),
    )
  }
  return { older, tokens }
}

async function makeNow(engine: Engine): Promise<Now> {
  const deployment = await newMigratedDeployment(engine)
  await using node = await serve(deployment.environment)
  assert.equal((await send('POST', `${node.users}/users/create`, { body: ada })).status, 201)
  const { username, password } = ada
  const { body: pair } = await send('POST', `${node.auth}/auth/login`, { body: { username, password } })
  await node.end('SIGTERM')
  return {
    deployment,
    tokens: { access: pair.access_token as string, refresh: pair.refresh_token as string },
  }
}

/** Starts a node that is ended when its scope ends, also when the test fails. */
export async function serve(environment: Record<string, string>): Promise<Started & AsyncDisposable> {
  const node = await startProcess([], environment)
  return Object.assign(node, { [Symbol.asyncDispose]: async () => void (await node.end('SIGTERM')) })
}

async function copyRows(from: Database, to: Database): Promise<void> {
  const rowsOf = await allRows(from)
  for (const table of (await allRows(to)).keys()) {
    // A trigger of `users` fills `user_documents`.
    if (table === 'migrations' || table === 'user_documents') continue
    // Rows that a migration inserted are deleted, because the copied rows include them.
    await to.execute(`DELETE FROM ${table}`)
    const columns = await columnsOf(to, table)
    for (const row of (rowsOf.get(table) ?? []) as Record<string, SqlValue>[]) {
      const texts = [
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (`,
        ...columns.slice(1).map(() => ', '),
        ')',
      ]
      await to.query(Object.assign(texts, { raw: texts }), ...columns.map((column) => row[column] ?? null))
    }
  }
}

async function columnsOf(db: Database, table: string): Promise<string[]> {
  const rows =
    db.engine === 'sqlite'
      ? await db.query<{ name: string }>`SELECT name FROM pragma_table_info(${table})`
      : await db.query<{
          name: string
        }>`SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ${table}`
  return rows.map(({ name }) => name)
}
