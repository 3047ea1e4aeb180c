import type { Database } from '#runtime/database/database.ts'
import { until } from './until.ts'

/**
 * Reads the names of all tables and views from the catalogue of the database. A virtual table of SQLite counts as a view,
 * and so do the tables in which it keeps its index: their rows are blocks of bytes.
 */
export async function findTables(db: Database): Promise<{ name: string; isView: boolean }[]> {
  const rows =
    db.engine === 'sqlite'
      ? await db.query<{ name: string; type: string }>`
          SELECT name, type FROM pragma_table_list
          WHERE schema = 'main' AND name <> 'sqlite_schema' ORDER BY name`
      : await db.query<{ name: string; type: string }>`
          SELECT table_name AS name, table_type AS type FROM information_schema.tables
          WHERE table_schema = current_schema() ORDER BY table_name`
  return rows.map(({ name, type }) => ({ name, isView: /view|virtual|shadow/i.test(type) }))
}

/** Reads every row of every table, by the name of the table. */
export async function allRows(db: Database): Promise<Map<string, unknown[]>> {
  const rows = new Map<string, unknown[]>()
  for (const { name, isView } of await findTables(db)) {
    if (isView) continue
    const text = [`SELECT * FROM ${name}`]
    rows.set(name, await db.query(Object.assign(text, { raw: text })))
  }
  return rows
}

/**
 * Reads all events of a type in the order in which they were recorded: their data and the user (or other
 * thing) that each event is about.
 */
export async function storedEvents(db: Database, type: string) {
  const rows = await db.query<{ subject: string | null; data: string }>`
    SELECT subject, data FROM events WHERE type = ${type} ORDER BY recorded_at, id`
  return rows.map(({ subject, data }) => ({ subject, data: JSON.parse(data) as Record<string, unknown> }))
}

/** Waits until the authentication service has delivered all events in its database to the user service. */
export const allEventsAreTold = (db: Database): Promise<void> =>
  until('everything was told', async () => {
    const untold = await db.query`
      SELECT id FROM events
      WHERE position IS NULL OR position > COALESCE((SELECT position FROM event_readers WHERE name = 'users'), 0)`
    return untold.length === 0
  })
