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
import { freePorts, lastingPorts } from './process.ts'
import { fastFolder } from './temporary-folder.ts'

export interface Cluster extends AsyncDisposable {
  port: number
  /** The folder of the cluster, with the data folder `data` and the log file `log`. */
  folder: string
  url(database?: string): string
  /** Creates an empty database, and resolves to its URL. */
  createDatabase(name?: string): Promise<string>
  /** Kills all processes of the server at once, as a crash does. The data stays. */
  kill(): Promise<void>
  /** Starts the server again after `kill`, with the same data and on the same port. */
  start(): Promise<void>
  /** Ends the server and removes its folder. */
  stop(): Promise<void>
}

export interface ClusterOptions {
  /** The lines of `postgresql.conf`. By default a commit does not sync; `fsync: 'on'` makes it durable. */
  settings?: Record<string, string>
}

const defaultSettings = {
  fsync: 'off',
  max_connections: '900',
  shared_buffers: '32MB',
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  // Shared memory is not kept in /dev/shm, because a container has little of it and a crash leaves its files
  // there.
  dynamic_shared_memory_type: 'mmap',
  // The password is random. More iterations would make connecting slower without making it safer.
  scram_iterations: '1',
  timezone: 'UTC',
}

/** Starts a PostgreSQL server for tests. It ends with this process, even when this process is killed. */
export function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const password = randomUUID()
  const settings = { ...defaultSettings, ...options.settings }
  const parent = settings.fsync === 'off' ? fastFolder() : tmpdir()
  return openCluster(parent, password, async (data, { initdb, as, own }) => {
    const passwordFile = `${data}-password`
    writeFileSync(passwordFile, password, { mode: 0o600 })
    own(passwordFile)
    const flags = [
      '--pgdata',
      data,
      '--username',
      'latchkey',
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--no-sync',
      ...Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
    ]
    await promisify(execFile)(initdb, flags, as)
  })
}

/** Opens a cluster in a new folder in `parent`. `fill` creates the data folder before the server starts. */
export async function openCluster(
  parent: string,
  password: string,
  fill: (data: string, programs: PostgresPrograms) => Promise<void>,
): Promise<Cluster> {
  const programs = postgresPrograms()
  const folder = mkdtempSync(join(parent, 'latchkey-postgres-'))
  programs.own(folder)
  const guard = startGuard(programs.as, folder)
  const [port = 0] = await freePorts(1, lastingPorts)
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

/** Creates a database on the server of `url`, and resolves to its URL. `run` runs a statement there. */
export async function createDatabase(
  url: string,
  {
    name = `test_${randomUUID().replaceAll('-', '')}`,
    template,
    run = (text) => queryOnce(url, text),
  }: { name?: string; template?: string | undefined; run?: (text: string) => Promise<unknown> } = {},
): Promise<string> {
  // FILE_COPY takes half the time of the default strategy, which also writes all pages to the write-ahead
  // log.
  const as = template === undefined ? '' : `TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY`
  await run(`CREATE DATABASE ${pg.escapeIdentifier(name)} ${as}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Opens a connection, runs one statement and closes the connection. */
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
