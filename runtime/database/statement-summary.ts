import { flatten, type SqlPart } from './sql.ts'

const summaries = new WeakMap<readonly string[], string>()

/**
 * Returns the operations and tables of a statement in their order, such as `INSERT outbox SELECT outbox` (`db.query.summary`).
 * The summary is made from the text in the code, once for each place in the code, so it contains no values.
 */
export function statementSummary(template: TemplateStringsArray, parts: SqlPart[]): string {
  const { text } = flatten(template, parts)
  let summary = summaries.get(text)
  if (summary === undefined) {
    summary = summarise(text.join('?'))
    summaries.set(text, summary)
  }
  return summary
}

// A name before a bracket is that of a function. `FOR UPDATE` and `DO UPDATE` are parts of another operation.
const word =
  /\b(SELECT|INSERT|DELETE)\b|\b(?:FROM|JOIN)\s+(\w+)\b(?!\s*\()|\bINTO\s+(\w+)|(?<!\b(?:FOR|DO)\s+)\b(UPDATE)\s+(\w+)/g

export const summarise = (sql: string): string =>
  [...sql.matchAll(word)]
    .flatMap((match) => match.slice(1).filter((part) => part !== undefined))
    .join(' ')
    .slice(0, 255) || 'statement'
