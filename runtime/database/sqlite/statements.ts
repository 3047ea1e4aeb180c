import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { flatten, type SqlPart } from '../sql.ts'

/**
 * Runs statements on one connection, each prepared once. The array of strings of a template is the same object at every call
 * from one place in the code, so it serves as the key of the prepared statement.
 */
export function statementRunner(connection: DatabaseSync) {
  const prepared = new Map<readonly string[], { statement: StatementSync; names: string[] }>()
  return <Row>(template: TemplateStringsArray, parts: SqlPart[]): Row[] => {
    const { text, values } = flatten(template, parts)
    let one = prepared.get(text)
    if (!one) {
      const statement = connection.prepare(text.join('?'))
      // Making row objects from arrays is faster: a read with the row objects that Node makes takes twice as long.
      statement.setReturnArrays(true)
      one = { statement, names: statement.columns().map(({ name }) => name) }
      prepared.set(text, one)
    }
    const { statement, names } = one
    return statement.all(...values).map((row) => rowOf(names, row) as Row)
  }
}

function rowOf(names: readonly string[], values: Record<number, unknown>): unknown {
  const row: Record<string, unknown> = {}
  let at = 0
  for (const name of names) row[name] = values[at++]
  return row
}
