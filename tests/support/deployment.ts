import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import type { Database } from '#runtime/database/database.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { type Engine, newPostgresDatabase } from './engines.ts'
import { latchkey } from './process.ts'
import { allRows } from './stored.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const services = ['users', 'auth'] as const
export type Service = (typeof services)[number]

/** A deployment is what an operator has before the first start: a data folder, two databases, and the settings that name them. */
export interface Deployment extends AsyncDisposable {
  data: string
  urls: Record<Service, string>
  environment: Record<string, string>
}

export async function newDeployment(engine: Engine): Promise<Deployment> {
  await using parts = new AsyncDisposableStack()
  const data = temporaryFolder()
  parts.defer(() => rmSync(data, { recursive: true, force: true }))
  const urls = { users: `sqlite:${join(data, 'users.db')}`, auth: `sqlite:${join(data, 'auth.db')}` }
  if (engine === 'postgres') {
    for (const service of services) urls[service] = parts.use(await newPostgresDatabase()).url
  }
  const environment = {
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_DATABASE: urls.users,
    LATCHKEY_AUTH_DATABASE: urls.auth,
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_ISSUER: 'https://auth.example.com',
    LATCHKEY_MAILBOX: 'on',
  }
  const kept = parts.move()
  return { data, urls, environment, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** A deployment whose databases have the schema of this version. */
export async function newMigratedDeployment(engine: Engine): Promise<Deployment> {
  await using parts = new AsyncDisposableStack()
  const deployment = parts.use(await newDeployment(engine))
  const { code, err } = latchkey(['migrate'], deployment.environment)
  assert.equal(code, 0, err)
  parts.move()
  return deployment
}

export async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(url, commandDatabaseOptions)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Reads every row of both databases, by the name of the service and of the table. */
export async function rowsOf({ urls }: Deployment): Promise<Map<string, unknown[]>> {
  const found = new Map<string, unknown[]>()
  for (const service of services) {
    for (const [table, rows] of await withDatabase(urls[service], allRows))
      found.set(`${service}.${table}`, rows)
  }
  return found
}

/** Reads the schema and every row of both databases. */
export async function contentsOf({ urls }: Deployment): Promise<unknown[]> {
  const contents: unknown[] = []
  for (const service of services) {
    contents.push(await withDatabase(urls[service], async (db) => [await schemaOf(db), await allRows(db)]))
  }
  return contents
}

const schemaOf = (db: Database): Promise<unknown[]> =>
  db.engine === 'sqlite'
    ? db.query`SELECT type, name, sql FROM sqlite_master ORDER BY name`
    : db.query`
        SELECT table_name AS name, column_name AS part, data_type AS type FROM information_schema.columns
        WHERE table_schema = current_schema()
        UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
        ORDER BY name, part`
