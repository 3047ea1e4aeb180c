import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Id, Time } from '../declaration/fields.ts'
import {
  array,
  boolean,
  freeObject,
  integer,
  literal,
  nullable,
  object,
  oneOf,
  optional,
  string,
} from '../declaration/schema.ts'
import { exampleFromSchema } from './example-from-schema.ts'
import { ids } from './people.ts'

test('an example is made of the examples of the fields, and by their form', () => {
  const schema = object({
    id: Id,
    type: literal('letter'),
    status: oneOf(['waiting', 'sent']),
    title: string({ examples: ['Paid'] }),
    pages: integer({ minimum: 2 }),
    copies: integer(),
    count: integer({ examples: [3] }),
    is_open: boolean(),
    sent_at: Time,
    read_at: nullable(Time),
    note: optional(string()),
    data: freeObject(),
    stamps: array(object({ price: integer() })),
  })
  assert.deepEqual(exampleFromSchema(schema), {
    id: ids.ada,
    type: 'letter',
    status: 'waiting',
    title: 'Paid',
    pages: 2,
    copies: 1,
    count: 3,
    is_open: true,
    sent_at: '2026-11-21T10:00:00.000Z',
    read_at: '2026-11-21T10:00:00.000Z',
    data: {},
    stamps: [{ price: 1 }],
  })
})

test('a text of no known form makes no example, wherever it stands', () => {
  for (const schema of [string(), nullable(string()), array(string()), object({ name: string() })])
    assert.equal(exampleFromSchema(schema), undefined)
})
