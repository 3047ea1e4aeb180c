import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { byOperator, byPerson } from '#contract/declaration/event-author.ts'
import { eventData, eventTypes } from '#contract/events/event-types.ts'
import { checker } from '#runtime/requests/validation.ts'
import { eventExamples } from './event-examples.ts'
import { eventsPage } from './events-page.ts'

test('the page about events is current (npm run generate)', () => {
  const page = readFileSync(new URL('../../docs/reference/events.md', import.meta.url), 'utf8')
  assert.equal(page, eventsPage())
})

for (const type of eventTypes) {
  test(`the example of ${type} is as its schema says, and says all of it`, () => {
    const schema = eventData[type]
    const example = eventExamples[type]
    assert.ok(
      example,
      `Give the texts in the schema of ${type} \`examples\`, or write an example in \`events\` of its feature in tests/features/.`,
    )
    checker<unknown>(schema)(example)
    // An event is caused by a person or by a command, so that no example has the fields of both.
    const absent = Object.keys('by_os_user' in example ? byPerson : byOperator)
    assert.deepEqual(
      Object.keys(example).sort(),
      Object.keys(schema.properties ?? {})
        .filter((name) => !absent.includes(name))
        .sort(),
      `The example of ${type} needs the fields of its schema, and no others.`,
    )
    assert.ok(
      schema.description,
      `Give the schema of ${type} a \`description\` in contract/events/event-types.ts that says when it happens.`,
    )
  })
}
