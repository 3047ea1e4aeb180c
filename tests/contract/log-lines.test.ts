import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#contract/declaration/endpoint.ts'
import { eventTypes, loggedFields } from '#contract/events/event-types.ts'
import type { LogLine } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { eventExamples } from './event-examples.ts'

/**
 * Returns whether a value may be in a log line because it is not personal data: a number, an id, a scope, the
 * thumbprint of a key, or a fixed word.
 */
const isHarmless = (value: unknown): boolean =>
  typeof value === 'number' ||
  (scopes as readonly unknown[]).includes(value) ||
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[\w-]{43}$|^[a-z]+(_[a-z]+)*$/.test(String(value))

/**
 * The words in the example events that are personal data. By their form alone `isHarmless` would accept them.
 */
const fromPeople = ['ada', 'en', 'free']

async function lineOf(type: (typeof eventTypes)[number]): Promise<LogLine> {
  const lines: LogLine[] = []
  const query = async () => [{ id: 'recorded' }] as never
  const tx = {
    engine: 'sqlite',
    query,
    execute: assert.fail,
    note: (line: LogLine) => lines.push(line),
  } as const
  await record(tx, { type, subject: 'the user', data: eventExamples[type] as never, at: 0 })
  assert.equal(lines.length, 1)
  return lines[0] as LogLine
}

for (const type of eventTypes)
  test(`the log line of ${type} has no personal data, and says what happened in a sentence`, async () => {
    const { fields, message } = await lineOf(type)
    const { event, user_id, ...said } = fields
    assert.deepEqual([event, user_id], [type, 'the user'])
    const values = Object.values(said)
      .flat()
      .filter((value) => value !== undefined)
    assert.deepEqual(
      values.filter((value) => !isHarmless(value) || fromPeople.includes(String(value))),
      [],
    )
    assert.match(message, /^[a-z][\w' -]+$/i)
  })

test('every field that may be logged is one of an event', async () => {
  const known = new Set(eventTypes.flatMap((type) => Object.keys(eventExamples[type] ?? {})))
  assert.deepEqual(
    loggedFields.filter((name) => !known.has(name)),
    [],
  )
})
