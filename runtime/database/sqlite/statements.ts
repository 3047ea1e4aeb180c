import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { flatten, type SqlPart } from '../sql.ts'

/**
 * Runs statements on one connection, each prepared once: a template's array of strings is the same object at every call from
 * one place in the code, so it is the key of the prepared statement.
 */
export function statementRunner(connection: DatabaseSync) {
  const prepared = new Map<readonly string[], { statement: StatementSync; names: string[] }>()
  return <Row>(template: TemplateStringsArray, parts: SqlPart[]): Row[] => {
    const { text, values } = flatten(template, parts)
    let one = prepared.get(text)
    if (!one) {
      const statement = connection.prepare(text.join('?'))
      // Building objects from arrays is faster: with Node's own row objects a read costs twice as much.
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
