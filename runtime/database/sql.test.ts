import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import pg from 'pg'
import { engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import type { Sql } from './database.ts'
import { openDatabase } from './open-database.ts'
import { type Fragment, flatten, type SqlPart, sql } from './sql.ts'

/** Splits a template into its text and its values, as a database does. */
const flat = (template: TemplateStringsArray, ...parts: SqlPart[]) => flatten(template, parts)

const { prepare } = DatabaseSync.prototype
const columns = sql`id, amount`
const isBig = sql`amount > 10 AND`

test('a fragment becomes the text of a statement, and its neighbours stay values', () => {
  assert.deepEqual(flat`SELECT ${columns} FROM entries WHERE ${isBig} id = ${'a'} OR id = ${null}`, {
    text: ['SELECT id, amount FROM entries WHERE amount > 10 AND id = ', ' OR id = ', ''],
    values: ['a', null],
  })
  assert.deepEqual(flat`${columns}${columns}`.text, ['id, amountid, amount'])
})

test('a statement is the same object at each call, by which engines prepare it once', () => {
  const select = (id: string) => flat`SELECT ${columns} FROM entries WHERE id = ${id}`
  assert.equal(select('a').text, select('b').text)
  const without = (id: string) => flat`SELECT id FROM entries WHERE id = ${id}`
  assert.equal(without('a').text, without('b').text)
})

test('a place where fragments change has a statement for each', () => {
  const changing = (one: SqlPart, other: SqlPart) => flat`SELECT ${one}, ${other}`
  const both: [SqlPart, SqlPart, string[]][] = [
    [columns, 'b', ['SELECT id, amount, ', '']],
    ['b', columns, ['SELECT ', ', id, amount']],
    [isBig, 'b', ['SELECT amount > 10 AND, ', '']],
    [columns, columns, ['SELECT id, amount, id, amount']],
    [1, null, ['SELECT ', ', ', '']],
  ]
  const first = both.map(([one, other]) => changing(one, other).text)
  for (const [at, [one, other, text]] of both.entries()) {
    assert.deepEqual(first[at], text)
    assert.equal(changing(one, other).text, first[at])
  }
  const inPlace = () => sql`id`
  assert.equal(inPlace(), inPlace())
})

test('no value from outside becomes SQL', () => {
  const outside = JSON.parse('{"text":"1; DROP TABLE entries","Symbol(text)":"1"}')
  const list = JSON.parse('["1; DROP TABLE entries"]')
  assert.throws(() => flat`SELECT ${outside}`, TypeError)
  assert.throws(() => flat`SELECT ${list}`, TypeError)
  assert.throws(() => sql(list), TypeError)
  assert.throws(() => sql(Object.assign(list, { raw: list })), TypeError)
  const text: string = list[0]
  const compiled = (db: Sql) => {
    // @ts-expect-error: The next line must not compile, because a fragment has no values.
    sql`id, ${text}`
    // @ts-expect-error
    sql(text)
    // @ts-expect-error
    sql([text])
    // @ts-expect-error
    void db.query`SELECT ${{ text }}`
    // @ts-expect-error
    const forged: Fragment = { text }
    return forged
  }
  assert.equal(typeof compiled, 'function')
})

for (const engine of engines)
  test(`a statement with fragments is prepared once, for its text, on ${engine}`, async (t) => {
    await using database = await temporaryDatabase(engine)
    const db = await openDatabase(database.url, patientOptions(2))
    t.after(() => db.close())
    await db.execute('CREATE TABLE entries (id TEXT PRIMARY KEY, amount INTEGER)')
    const text = /id, amount FROM entries WHERE amount > 10 AND id = /
    const prepared: string[] = []
    t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
      prepared.push(text)
      return prepare.call(this, text)
    })
    const queries = t.mock.method(pg.Client.prototype, 'query')
    const find = (on: Sql, id: string) =>
      on.query<{ id: string; amount: number }>`SELECT ${columns} FROM entries WHERE ${isBig} id = ${id}`
    await db.query`INSERT INTO entries (${columns}) VALUES (${'a'}, ${1}), (${'b'}, ${20})`
    assert.deepEqual(await Promise.all([find(db, 'a'), find(db, 'b')]), [[], [{ id: 'b', amount: 20 }]])
    await db.transaction(async (tx) => {
      for (const id of ['b', 'b']) assert.deepEqual(await find(tx, id), [{ id: 'b', amount: 20 }])
    })
    if (engine === 'sqlite') {
      // The statement is prepared once for the reader, and once for the writer.
      assert.deepEqual(prepared.filter((one) => text.test(one)).length, 2)
      return
    }
    assert.deepEqual(db.lookUps?.(), { asked: 2, queries: 1 }, 'one value and a fragment are a look-up')
    const sent = queries.mock.calls.map(({ arguments: [query] }) => query as { name?: string; text?: string })
    const names = sent.filter((one) => text.test(one.text ?? '')).map(({ name }) => name)
    // One prepared statement is for look-ups outside of transactions, one for those in transactions.
    assert.deepEqual([names.length, new Set(names).size], [3, 2])
  })
