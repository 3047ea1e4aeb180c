import type { Database } from './database.ts'

export interface RememberedRows<Row> {
  /** As it is in the database now; undefined when it is not remembered. */
  remembered(id: string): Row | undefined
  find(id: string): Promise<Row | undefined>
}

/**
 * Keeps what `read` found in a row of a table, until a commit changes that row, or anything in a table that `read` looks
 * into besides. Where the engine cannot tell, nothing is kept. What is kept must not be changed by whoever gets it.
 */
export function rememberRows<Row>(
  db: Database,
  { table, besides, max }: { table: string; besides: readonly string[]; max: number },
  read: (id: string) => Promise<Row | undefined>,
): RememberedRows<Row> {
  if (!db.changes) return { remembered: () => undefined, find: read }
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
      // What was changed while it was being read may have been read as it was before.
      if (row === undefined || changes !== before) return row
      if (rows.size >= max) rows.delete(rows.keys().next().value ?? '')
      rows.set(id, row)
      return row
    },
  }
}
