import { createHash } from 'node:crypto'

export interface Statement {
  /** The name of the prepared statement; absent where the server must plan for the values of each call. */
  name?: string
  text: string
}

const statements = new WeakMap<readonly string[], Statement>()

/**
 * Turns a template into a statement, once for each place in the code. The statement gets a name, so that the server parses it
 * once for each connection. It gets none if the number of rows in a LIMIT is a value: then the best plan depends on that
 * value, but for a named statement the server makes one plan for all values.
 */
export function statementOf(text: readonly string[]): Statement {
  let statement = statements.get(text)
  if (!statement) {
    const sql = text.reduce((before, part, at) => `${before}$${at}${part}`)
    statement = /\bLIMIT \$\d+(\) AS \w+)*$/.test(sql) ? { text: sql } : named(sql)
    statements.set(text, statement)
  }
  return statement
}

/**
 * Makes a statement that finds the rows for each of many keys. `lookup_place` in a row says which key the row belongs to,
 * counted from 1.
 */
export const lookUpStatement = (text: readonly string[]): Statement =>
  named(
    `SELECT lookup.place AS lookup_place, found.* FROM unnest($1::text[]) WITH ORDINALITY AS lookup (key, place) CROSS JOIN LATERAL (${text.join('lookup.key')}) AS found`,
  )

export interface LookUpRow {
  lookup_place: number
}

/** Groups the rows of a look-up statement by their keys, in the order of the keys. */
export function rowsOfEach(keys: number, rows: LookUpRow[]): unknown[][] {
  const found: unknown[][] = Array.from({ length: keys }, () => [])
  for (const { lookup_place: place, ...row } of rows) found[place - 1]?.push(row)
  return found
}

const named = (text: string): Statement => ({
  name: `latchkey_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`,
  text,
})
