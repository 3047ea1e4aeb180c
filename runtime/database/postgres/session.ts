import type pg from 'pg'

/**
 * Sets the time limits of a session, makes its commits wait for the disk and report when they did not wait for a standby, and
 * refuses a standby server, which is read-only. Returns the number of the process of the server.
 */
export async function prepareSession(
  client: pg.ClientBase,
  { statementMs, lockMs }: { statementMs: number; lockMs: number },
): Promise<number> {
  const result = await client.query(
    `SET statement_timeout = ${statementMs}; SET lock_timeout = ${lockMs}; SET client_min_messages = warning;
     SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local');
     SELECT pg_backend_pid() AS pid, current_setting('transaction_read_only') AS read_only`,
  )
  // Several statements give an array of results, which the types of the library leave out.
  const { pid, read_only } = [result].flat().at(-1)?.rows[0] ?? {}
  if (read_only === 'on') throw new ReadOnlyServer()
  return pid
}

class ReadOnlyServer extends Error {
  override message = 'The server only reads'
}
