import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from './sql.ts'
import { statementSummary, summarise } from './statement-summary.ts'

test('a statement is called by its operations and tables', () => {
  for (const [statement, summary] of [
    ['SELECT id, name FROM users WHERE id = ?', 'SELECT users'],
    ['INSERT INTO outbox (id) SELECT ? FROM outbox WHERE sink = ?', 'INSERT outbox SELECT outbox'],
    ['UPDATE sessions SET generation = generation + 1 RETURNING id', 'UPDATE sessions'],
    ['DELETE FROM links WHERE id = ?', 'DELETE links'],
    ['SELECT 1 FROM users JOIN links ON true FOR UPDATE SKIP LOCKED', 'SELECT users links'],
    ['INSERT INTO a (x) VALUES (?) ON CONFLICT (x) DO UPDATE SET x = ?', 'INSERT a'],
    ['SELECT x FROM unnest(?) AS x', 'SELECT'],
    ['SELECT total_changes() AS n', 'SELECT'],
    ['PRAGMA user_version', 'statement'],
  ] as const)
    assert.equal(summarise(statement), summary)
})

test('fragments are read as part of a statement, and values are not', () => {
  const summary = (template: TemplateStringsArray, ...parts: Parameters<typeof statementSummary>[1]) =>
    statementSummary(template, parts)
  const table = sql`SELECT id FROM users`
  assert.equal(summary`${table} WHERE name = ${'FROM secrets'}`, 'SELECT users')
})
