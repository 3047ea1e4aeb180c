import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readAllSettings } from '#cli/settings/all-settings.ts'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { start } from '#cli/start/start.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { createLog } from '#runtime/log/log.ts'
import { runInHost } from '#tests/support/command-host.ts'
import type { Engine } from '#tests/support/engines.ts'
import { migratedDatabase } from '#tests/support/migrated-database.ts'
import { patience } from '#tests/support/process.ts'
import type { Ended } from '#tests/support/run-command.ts'
import { allRows } from '#tests/support/stored.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** Both services of an installation, which run in this process. */
export interface Served {
  /** The URL of the user service. */
  users: string
  auth: string
  stop(): Promise<void>
}

/** A data folder and two migrated databases, in which a test runs commands and services. */
export interface Installation extends AsyncDisposable {
  data: string
  environment: Record<string, string>
  urls: { users: string; auth: string }
  /** Returns a path at which no file exists yet. */
  newPath(): string
  run(...args: string[]): Promise<Ended>
  /** Starts both services of the installation. They run until they are stopped or the installation is removed. */
  start(): Promise<Served>
  /** Reads the rows of a table, each as JSON, sorted. The table may be in either database. */
  rows(table: string): Promise<string[]>
}

export async function newInstallation(engine: Engine): Promise<Installation> {
  const [users, auth] = await Promise.all([
    migratedDatabase(engine, 'users'),
    migratedDatabase(engine, 'auth'),
  ])
  const data = temporaryFolder()
  const running = new Set<Served>()
  let files = 0
  const environment = {
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_DATABASE: users.url,
    LATCHKEY_AUTH_DATABASE: auth.url,
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_USERS_OPS_PORT: '0',
    LATCHKEY_AUTH_OPS_PORT: '0',
    LATCHKEY_USERS_GRPC_PORT: '0',
    LATCHKEY_AUTH_GRPC_PORT: '0',
    LATCHKEY_ISSUER: 'https://auth.example.com',
    LATCHKEY_MAILBOX: 'on',
  }
  return {
    data,
    environment,
    urls: { users: users.url, auth: auth.url },
    newPath: () => join(data, `file-${++files}`),
    run: (...args) => runInHost(args, environment),
    async start() {
      const { values: settings } = readAllSettings({
        flags: {},
        environment: { ...patience, ...environment },
      })
      const {
        usersUrl = '',
        authUrl = '',
        stop,
      } = await start({
        settings,
        services: 'both',
        log: createLog('silent'),
      })
      const served: Served = {
        users: usersUrl,
        auth: authUrl,
        async stop() {
          if (running.delete(served)) await stop()
        },
      }
      running.add(served)
      return served
    },
    async rows(table) {
      for (const { url } of [users, auth]) {
        const rows = await readTable(url, table)
        if (rows) return rows
      }
      throw new Error(`There is no table ${table}.`)
    },
    async [Symbol.asyncDispose]() {
      // Stops the services that a failed test has left running.
      for (const one of running) await one.stop()
      rmSync(data, { recursive: true, force: true })
      await users[Symbol.asyncDispose]()
      await auth[Symbol.asyncDispose]()
    },
  }
}

async function readTable(url: string, table: string): Promise<string[] | undefined> {
  const db = await openDatabase(url, commandDatabaseOptions)
  const rows = (await allRows(db)).get(table) as Record<string, unknown>[] | undefined
  await db.close()
  return rows?.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).sort()))).sort()
}
