import pg from 'pg'
import { applicationName } from './application-name.ts'

/**
 * The connection pooler between this process and the server, if there is one. A pooler may change the server session between
 * transactions.
 */
export interface Pooler {
  kind: 'none' | 'pooler' | 'transaction pooler'
  /** False where a prepared statement is gone in the next transaction. */
  keepsPreparedStatements: boolean
}

const rounds = 8
const statement = { name: 'latchkey_find_pooler', text: 'SELECT pg_backend_pid() AS pid' }

/**
 * Finds out whether there is a pooler such as PgBouncer. A pooler gives each client a process number that is not the number of a
 * process of the server. In transaction mode, two clients that send statements alternately get the same process of the server.
 */
export async function findPooler(url: string, timeoutMs: number): Promise<Pooler> {
  // Only the first of several servers in a URL is examined.
  const connectionString = url.replace(/^(\w+:\/\/(?:[^/?]*@)?[^/?,]*),[^/?]*/, '$1')
  const clients = [1, 2].map(
    () =>
      new pg.Client({
        connectionString,
        connectionTimeoutMillis: timeoutMs,
        query_timeout: timeoutMs,
        application_name: applicationName,
      }),
  )
  const ended = clients.map((client) => client.on('error', () => {}))
  try {
    for (const client of clients) await client.connect()
    return await compare(clients)
  } finally {
    await Promise.all(ended.map((client) => client.end().catch(() => {})))
  }
}

async function compare(clients: readonly pg.Client[]): Promise<Pooler> {
  const seen = clients.map(() => new Set<number>())
  let keepsPreparedStatements = true
  for (let round = 0; round < rounds; round++)
    for (const [at, client] of clients.entries()) {
      try {
        const { rows } = await client.query<{ pid: number }>(statement)
        seen[at]?.add(rows[0]?.pid ?? 0)
      } catch (error) {
        // 26000: the prepared statement is gone. 42P05: another client has prepared a statement of this name in the same
        // session.
        if (!(error instanceof pg.DatabaseError) || !/^(26000|42P05)$/.test(error.code ?? '')) throw error
        keepsPreparedStatements = false
      }
    }
  const [first = new Set(), second = new Set()] = seen
  const isShared =
    first.size > 1 || second.size > 1 || !first.isDisjointFrom(second) || !keepsPreparedStatements
  const told = clients.map((client) => (client as pg.Client & { processID?: number | null }).processID)
  const isOther = told.some((pid, at) => pid !== undefined && pid !== null && !seen[at]?.has(pid))
  return { kind: isShared ? 'transaction pooler' : isOther ? 'pooler' : 'none', keepsPreparedStatements }
}
