import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '#tests/support/engines.ts'
import { type Cluster, startCluster } from '#tests/support/postgres-cluster.ts'
import {
  cleanEnvironment,
  latchkey,
  type Started,
  startProcess,
  usualPatience,
} from '#tests/support/process.ts'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { type FactorRows, newPopulation, type Population } from './population.ts'

const ownCommand = new URL('../cli/latchkey.js', import.meta.url).pathname

/** A deployment of Latchkey with users and sessions in its databases, before its start. */
export interface Deployed extends AsyncDisposable {
  population: Population
  environment: Record<string, string>
  start(args?: string[], settings?: Record<string, string>): Promise<Started>
}

/**
 * Latchkey as it runs under load: one process with both services. It syncs its commits to the disk as in
 * production.
 */
export interface Product extends Deployed, Started {}

export interface Wanted {
  engine?: Engine
  users?: number
  sessions?: number
  factorRows?: FactorRows
  settings?: Record<string, string>
  /** The path of the `latchkey` command of another version to measure. It works on SQLite only. */
  command?: string
}

/**
 * The settings of PostgreSQL. With `fsync`, a commit is on the disk before it is acknowledged, as with
 * SQLite.
 */
const clusterSettings = { fsync: 'on', shared_buffers: '256MB', max_wal_size: '1GB' }

export async function deploy({
  engine = 'sqlite',
  users = 1_000,
  sessions,
  factorRows,
  settings,
  command = ownCommand,
}: Wanted): Promise<Deployed> {
  await using parts = new AsyncDisposableStack()
  const folder = temporaryFolderOnDisk()
  parts.defer(() => rmSync(folder, { recursive: true }))
  const cluster =
    engine === 'postgres' ? parts.use(await startCluster({ settings: clusterSettings })) : undefined
  const population = await newPopulation({
    users,
    factorRows,
    ...(sessions === undefined ? {} : { sessions }),
  })
  const environment = {
    LATCHKEY_DATA: join(folder, 'data'),
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    ...population.environment,
    ...(cluster && (await databasesOf(cluster))),
    ...usualPatience,
    ...settings,
  }
  if (cluster) latchkey(['migrate'], environment)
  await importInto(environment, { population, file: join(folder, 'export.jsonl'), command })
  const started: Started[] = []
  parts.defer(async () => {
    for (const one of started) await one.end('SIGTERM')
  })
  const kept = parts.move()
  return {
    population,
    environment,
    async start(args = [], more = {}) {
      const one = await startProcess(args, { ...environment, ...more }, command)
      started.push(one)
      return one
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

export async function startProduct(wanted: Wanted): Promise<Product> {
  const deployed = await deploy(wanted)
  try {
    return { ...deployed, ...(await deployed.start()) }
  } catch (error) {
    await deployed[Symbol.asyncDispose]()
    throw error
  }
}

const databasesOf = async (cluster: Cluster) => ({
  LATCHKEY_USERS_DATABASE: await cluster.createDatabase(),
  LATCHKEY_AUTH_DATABASE: await cluster.createDatabase(),
})

async function importInto(
  environment: Record<string, string>,
  { population, file, command }: { population: Population; file: string; command: string },
): Promise<void> {
  await population.writeTo(file)
  const args = ['--', command, 'import', file, '--with-sessions']
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: cleanEnvironment(environment),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The import failed: ${stderr}`)
  rmSync(file)
}
