import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { eventData, eventTypes } from '#contract/event-types.ts'
import { checker } from '#runtime/validation.ts'
import { eventExamples } from './event-examples.ts'
import { eventsPage } from './events-page.ts'

test('the page about events is current (npm run generate)', () => {
  const page = readFileSync(new URL('../../docs/reference/events.md', import.meta.url), 'utf8')
  assert.equal(page, eventsPage())
})

for (const type of eventTypes) {
  test(`the example of ${type} is as its schema says, and says all of it`, () => {
    const schema = eventData[type]
    checker<unknown>(schema)(eventExamples[type])
    assert.deepEqual(Object.keys(eventExamples[type]).sort(), Object.keys(schema.properties ?? {}).sort())
    assert.ok(schema.description, 'it says when')
  })
}
