import type { Database } from '#runtime/database/database.ts'

/** Reads every row of every table, by the name of the table. */
export async function allRows(db: Database): Promise<Map<string, unknown[]>> {
  const tables =
    db.engine === 'sqlite'
      ? await db.query<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`
      : await db.query<{
          name: string
        }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename`
  const rows = new Map<string, unknown[]>()
  for (const { name } of tables) {
    const text = [`SELECT * FROM ${name}`]
    rows.set(name, await db.query(Object.assign(text, { raw: text })))
  }
  return rows
}

/** Reads the subject and the data of all events of a type, in the order in which they were recorded. */
export async function storedEvents(db: Database, type: string) {
  const rows = await db.query<{ subject: string | null; data: string }>`
    SELECT subject, data FROM events WHERE type = ${type} ORDER BY recorded_at, id`
  return rows.map(({ subject, data }) => ({ subject, data: JSON.parse(data) as Record<string, unknown> }))
}
