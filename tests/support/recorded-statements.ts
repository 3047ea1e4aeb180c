import type { Database, Sql } from '#runtime/database/database.ts'
import { flatten, type SqlPart } from '#runtime/database/sql.ts'

/**
 * Wraps a database so that each statement is recorded with the number of rows that it returned. Two pieces of
 * work with equal records have done the same reads and writes.
 */
export function recordStatements(db: Database, record: (statement: string) => void): Database {
  return {
    ...db,
    ...recordedSql(db, record),
    transaction(work, options) {
      record('BEGIN')
      return db.transaction((tx) => work(recordedSql(tx, record)), options)
    },
  }
}

const recordedSql = (sql: Sql, record: (statement: string) => void): Sql => ({
  engine: sql.engine,
  execute: (script) => sql.execute(script),
  async query<Row>(template: TemplateStringsArray, ...parts: SqlPart[]): Promise<Row[]> {
    const rows = await sql.query<Row>(template, ...parts)
    record(`${flatten(template, parts).text.join('?').replace(/\s+/g, ' ').trim()} -- rows: ${rows.length}`)
    return rows
  },
})
