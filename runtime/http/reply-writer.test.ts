import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  array,
  boolean,
  freeObject,
  integer,
  nullable,
  object,
  optional,
  string,
} from '#contract/declaration/schema.ts'
import { replyWriter } from './reply-writer.ts'

const User = object({ id: string(), name: nullable(string()), notes: freeObject(), age: optional(integer()) })
const write = replyWriter(object({ data: array(User), more: boolean() }))

test('a field that the contract does not list never leaves, at any depth', () => {
  const user = { id: '1', name: null, notes: { any: [1] }, password_hash: 'secret' }
  const sent = write({ data: [user], more: false, password_hash: 'secret' })
  assert.equal(sent, '{"data":[{"id":"1","name":null,"notes":{"any":[1]}}],"more":false}')
})

test('an optional field may be missing, a required one may not', () => {
  const complete = { id: '1', name: 'x', notes: {}, age: 7 }
  assert.equal(
    write({ data: [complete], more: true }),
    '{"data":[{"id":"1","name":"x","notes":{},"age":7}],"more":true}',
  )
  assert.throws(() => write({ data: [{ ...complete, id: undefined }], more: true }), /lacks id/)
  assert.throws(() => write({ data: [] }), /lacks more/)
})

test('the order of the fields is that of the contract', () => {
  assert.equal(write({ more: true, data: [] }), '{"data":[],"more":true}')
})
