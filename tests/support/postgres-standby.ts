import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Cluster, openCluster, queryOnce } from './postgres-cluster.ts'
import { until } from './until.ts'

export interface Standby extends Cluster {
  /** Promotes the standby, and resolves once it accepts writes. */
  promote(): Promise<void>
}

/**
 * Adds a standby that follows `primary`. When `synchronous` is set, no commit is acknowledged before the
 * standby has it on its disk.
 */
export async function addStandby(
  primary: Cluster,
  options: { synchronous?: boolean } = {},
): Promise<Standby> {
  const name = `standby_${randomUUID().replaceAll('-', '')}`
  const cluster = await openCluster(
    dirname(primary.folder),
    new URL(primary.url()).password,
    async (data, { own }) => {
      // From here on, the replication slot keeps the write-ahead log until the standby has fetched it.
      await queryOnce(primary.url(), `SELECT pg_create_physical_replication_slot('${name}', true)`)
      const backupLabel = await copyRunning(primary, data)
      writeFileSync(join(data, 'backup_label'), backupLabel)
      writeFileSync(join(data, 'standby.signal'), '')
      const settings = {
        primary_conninfo: `${primary.url()}?application_name=${name}`,
        primary_slot_name: name,
        // This setting must be empty: with the value copied from the primary, the promoted standby would wait for a standby
        // of its own.
        synchronous_standby_names: '',
      }
      const lines = Object.entries(settings).map(([setting, value]) => `${setting} = '${value}'\n`)
      appendFileSync(join(data, 'postgresql.auto.conf'), lines.join(''))
      own(data)
    },
  )
  if (options.synchronous) await makeSynchronous(primary, name)
  return {
    ...cluster,
    async promote() {
      await queryOnce(cluster.url(), 'SELECT pg_promote(true)')
    },
  }
}

async function makeSynchronous(primary: Cluster, name: string): Promise<void> {
  await queryOnce(primary.url(), `ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
  await queryOnce(primary.url(), 'SELECT pg_reload_conf()')
  await until(`${name} to be synchronous`, async () => {
    const replication = `SELECT FROM pg_stat_replication WHERE application_name = '${name}' AND sync_state = 'sync'`
    return (await queryOnce(primary.url(), replication)).length > 0
  })
}

/** The folders that are left empty in a copy, because their content belongs to one run or comes over replication. */
const leftEmpty = /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)$/
const leftOut = /^postmaster\./

/**
 * Copies the data folder of a running server. Resolves with the backup label, which recovery needs to make
 * the copied files consistent.
 */
async function copyRunning(primary: Cluster, target: string): Promise<string> {
  const source = join(primary.folder, 'data')
  const client = new pg.Client(primary.url())
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('standby', fast => true)`)
    const entries = readdirSync(source).filter((entry) => !leftOut.test(entry))
    mkdirSync(target, { mode: 0o700 })
    for (const entry of entries.filter((entry) => leftEmpty.test(entry)))
      mkdirSync(join(target, entry), { mode: 0o700 })
    const copied = entries.filter((entry) => !leftEmpty.test(entry)).map((entry) => join(source, entry))
    await promisify(execFile)('cp', ['-R', ...copied, target])
    const stopped = await client.query('SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)')
    return stopped.rows[0].labelfile
  } finally {
    await client.end()
  }
}
