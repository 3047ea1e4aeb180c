import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startGuard } from './postgres-guard.ts'
import { launchPostgres, type PostgresProcess } from './postgres-process.ts'
import { type PostgresPrograms, postgresPrograms } from './postgres-programs.ts'
import { freePorts } from './process.ts'
import { fastFolder } from './temporary-folder.ts'

export interface Cluster extends AsyncDisposable {
  port: number
  /** Everything that it keeps: `data` and the log. */
  folder: string
  url(database?: string): string
  /** Resolves to the URL of a new, empty database. */
  createDatabase(name?: string): Promise<string>
  /** Ends all its processes at once, as a crash does. The data stays. */
  kill(): Promise<void>
  /** Starts it again after `kill`, with the same data and on the same port. */
  start(): Promise<void>
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

export interface ClusterOptions {
  /** For `postgresql.conf`. With `fsync: 'on'` a commit is on the disk. */
  settings?: Record<string, string>
}

const defaultSettings = {
  fsync: 'off',
  max_connections: '300',
  shared_buffers: '32MB',
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  // A container has little in /dev/shm, and what a crash leaves there nobody removes.
  dynamic_shared_memory_type: 'mmap',
  // The password is random: to stretch it would make connecting slow, and nothing safer.
  scram_iterations: '1',
  timezone: 'UTC',
}

/** A PostgreSQL server for tests alone. It ends with this process, however that ends. */
export function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const password = randomUUID()
  const settings = { ...defaultSettings, ...options.settings }
  const parent = settings.fsync === 'off' ? fastFolder() : tmpdir()
  return openCluster(parent, password, async (data, { initdb, as, own }) => {
    const passwordFile = `${data}-password`
    writeFileSync(passwordFile, password, { mode: 0o600 })
    own(passwordFile)
    const flags = [
      ...['--pgdata', data, '--username', 'latchkey', '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
      ...Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
    ]
    await promisify(execFile)(initdb, flags, as)
  })
}

/** A cluster in a new folder in `parent`, on what `fill` puts into its data folder. */
export async function openCluster(
  parent: string,
  password: string,
  fill: (data: string, programs: PostgresPrograms) => Promise<void>,
): Promise<Cluster> {
  const programs = postgresPrograms()
  const folder = mkdtempSync(join(parent, 'latchkey-postgres-'))
  programs.own(folder)
  const guard = startGuard(programs.as, folder)
  const [port = 0] = await freePorts(1)
  const url = (database = 'postgres') => `postgres://latchkey:${password}@127.0.0.1:${port}/${database}`
  let server: PostgresProcess | undefined

  const cluster: Cluster = {
    port,
    folder,
    url,
    createDatabase: (name) => createDatabase(url(), name === undefined ? {} : { name }),
    async kill() {
      await server?.kill()
    },
    async start() {
      server = await launchPostgres(programs, folder, port)
    },
    async stop() {
      await server?.quit()
      await guard.finish()
    },
    [Symbol.asyncDispose]: () => cluster.stop(),
  }
  try {
    await fill(join(folder, 'data'), programs)
    await cluster.start()
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** A new database on the server of `url`; resolves to its URL. */
export async function createDatabase(
  url: string,
  {
    name = `test_${randomUUID().replaceAll('-', '')}`,
    template,
  }: { name?: string; template?: string | undefined } = {},
): Promise<string> {
  // To copy files costs half of what it costs to write all pages into the log too, as it would by itself.
  const as = template === undefined ? '' : `TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY`
  await queryOnce(url, `CREATE DATABASE ${pg.escapeIdentifier(name)} ${as}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** One statement on a connection of its own. */
export async function queryOnce<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
