import type { Database } from './database.ts'

/** A cache of rows that is never stale. */
export interface RememberedRows<Row> {
  /** Returns a row from memory, which is never older than the database; undefined when it is not in memory. */
  remembered(id: string): Row | undefined
  /** Reads the row from the database, and remembers it. */
  find(id: string): Promise<Row | undefined>
  /** Returns how many rows are in memory. */
  size(): number
}

/**
 * Creates a cache of the objects that `read` makes from rows of `table`. An object is kept until a commit changes its row, or
 * any row of a table in `besides`. At most `max` objects are kept, and none where the engine does not report changes. Callers
 * must not change the objects.
 */
export function rememberRows<Row>(
  db: Database,
  { table, besides, max }: { table: string; besides: readonly string[]; max: number },
  read: (id: string) => Promise<Row | undefined>,
): RememberedRows<Row> {
  if (!db.changes) return { remembered: () => undefined, find: read, size: () => 0 }
  const { watch, noticeOthers } = db.changes
  const rows = new Map<string, Row>()
  let changes = 0
  const forgetAll = () => {
    changes++
    rows.clear()
  }
  for (const other of besides) watch(other, forgetAll)
  watch(table, (id) => {
    if (id === undefined) return forgetAll()
    changes++
    rows.delete(id)
  })

  return {
    remembered(id) {
      noticeOthers()
      return rows.get(id)
    },
    async find(id) {
      const before = changes
      const row = await read(id)
      // The row may have changed during the read, so that the former state was read. Such a row is returned but not kept.
      if (row === undefined || changes !== before) return row
      if (rows.size >= max) rows.delete(rows.keys().next().value ?? '')
      rows.set(id, row)
      return row
    },
    size: () => rows.size,
  }
}
