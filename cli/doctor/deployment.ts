import { existsSync } from 'node:fs'
import type { Sql } from '#runtime/database/database.ts'
import { openDatabase, sqlitePath } from '#runtime/database/open-database.ts'
import { openReadOnly } from '#runtime/database/sqlite/read-only.ts'
import { type Arrival, arrivalPath, arrivalProof, arrivalProofHeader } from '#runtime/http/arrival-page.ts'
import type { ReadSettings } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { type AllSettings, type allSettings, databaseUrls } from '../settings/all-settings.ts'
import { serviceTokensOf } from '../settings/secrets.ts'
import { ask, type Reply } from './ask.ts'

export type Service = 'users' | 'auth'

export interface DeploymentOptions {
  settings: AllSettings
  origins: ReadSettings<typeof allSettings>['origins']
  /** The services that run here; both if absent. */
  service?: Service | undefined
  /** The URL at which clients find the deployment; absent if it is not looked at from outside. */
  url?: URL | undefined
  /** The address that gets a test mail; absent if none is sent. */
  mailTo?: string | undefined
  /**
   * The time that a server may take to answer. It is shorter than the time limit of a check, so that the check can name the
   * server that did not answer.
   */
  answerMs?: number | undefined
}

/** The deployment that the checks examine. It is opened once for all checks. */
export interface Deployment extends DeploymentOptions, AsyncDisposable {
  services: readonly Service[]
  answerMs: number
  /**
   * False when this machine has neither a database nor a service token: the deployment can then only be examined from outside.
   */
  isHere: boolean
  urls: Record<Service, string>
  /** Opens the database of a service, once for all checks, for reading. @throws {StartFault} */
  database(service: Service): Promise<Sql>
  /** Asks a service how this request arrives. @throws {Error} when nothing answers */
  askArrival(
    base: URL,
    options: { signal: AbortSignal; headers?: Record<string, string> },
  ): Promise<Reply<Arrival>>
}

const usualAnswerMs = 4_000

export function openDeployment(options: DeploymentOptions): Deployment {
  const { settings, service, answerMs = usualAnswerMs } = options
  const urls = databaseUrls(settings)
  const services = service === undefined ? (['users', 'auth'] as const) : [service]
  const opened = new Map<Service, Promise<OpenedDatabase>>()
  return {
    ...options,
    answerMs,
    services,
    urls,
    isHere: services.some((one) => isThere(urls[one])) || serviceTokensOf(settings).length > 0,
    async database(one) {
      const database = opened.get(one) ?? openForReading(urls[one], settings.databaseTimeoutMs)
      opened.set(one, database)
      return (await database).sql
    },
    askArrival(base, { signal, headers = {} }) {
      const [token = ''] = serviceTokensOf(settings)
      const proof = { [arrivalProofHeader]: arrivalProof(token, Date.now()) }
      return ask<Arrival>(new URL(arrivalPath, base), { signal, headers: { ...proof, ...headers }, settings })
    },
    async [Symbol.asyncDispose]() {
      for (const database of opened.values()) await database.then(({ close }) => close()).catch(() => {})
    },
  }
}

function isThere(url: string): boolean {
  const path = sqlitePath(url)
  return path === undefined || existsSync(path)
}

interface OpenedDatabase {
  sql: Sql
  close(): Promise<void> | void
}

async function openForReading(url: string, statementMs: number): Promise<OpenedDatabase> {
  const path = sqlitePath(url)
  if (!isThere(url)) throw new StartFault([`There is no database ${path}.`])
  // SQLite is opened read-only here, because the usual way sets the journal mode and takes the write lock for a moment.
  if (path !== undefined) return openReadOnly(path)
  const sql = await openDatabase(url, { connections: 2, statementMs, exclusive: false, onLostWrites() {} })
  return { sql, close: () => sql.close() }
}
