import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseOptions } from '#runtime/database/database-options.ts'
import { type Engine, enginesOf, laneVariable, readLane } from '#tests/support/lanes.ts'
import { filesOfProcess } from '#tests/support/test-process.ts'
import { createDatabase, startCluster } from './postgres-cluster.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type { Engine }

/** The engines on which this test file defines its tests: both, or in a lane of the run one of them. */
export const engines: readonly Engine[] = enginesOf(
  filesOfProcess()[0] ?? '',
  readLane(process.env[laneVariable]),
)

export interface TemporaryDatabase extends AsyncDisposable {
  url: string
}

/** Returns database options whose time limit for statements is wide enough for a busy machine. */
export const patientOptions = (connections: number): DatabaseOptions => ({
  connections,
  statementMs: 60_000,
  exclusive: false,
  onLostWrites: assert.fail,
})

/** Creates an empty database that is removed when the test ends. */
export const temporaryDatabase = (engine: Engine): Promise<TemporaryDatabase> =>
  engine === 'sqlite' ? newSqliteDatabase() : newPostgresDatabase()

async function newSqliteDatabase(): Promise<TemporaryDatabase> {
  const folder = temporaryFolder()
  return {
    url: `sqlite:${join(folder, 'x.db')}`,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Creates a PostgreSQL database: an empty one, or a copy of `template`. */
export async function newPostgresDatabase(template?: string): Promise<TemporaryDatabase> {
  const url = await createDatabase(await serverUrl(), { template, run: runOnServer })
  const name = new URL(url).pathname.slice(1)
  return {
    url,
    // FORCE closes the connections that a failed test has left open.
    async [Symbol.asyncDispose]() {
      await runOnServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

let connection: pg.Pool | undefined

/**
 * Runs a statement about databases on the server. All calls of this process share one connection, because the server
 * starts a process for each connection. While the connection is idle it does not keep this process alive.
 */
async function runOnServer(text: string): Promise<void> {
  const connectionString = await serverUrl()
  if (!connection) {
    connection = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
    connection.on('error', () => {})
  }
  await connection.query(text)
}

let ownServer: Promise<string> | undefined

/**
 * Returns the URL of the PostgreSQL server of the whole test run. A test file that runs alone starts a server
 * of its own, which ends with the process.
 */
async function serverUrl(): Promise<string> {
  const ofTheRun = process.env.LATCHKEY_TEST_POSTGRES
  if (ofTheRun) return ofTheRun
  ownServer ??= startCluster().then((cluster) => cluster.url())
  return ownServer
}
