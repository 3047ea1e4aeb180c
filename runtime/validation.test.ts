import assert from 'node:assert/strict'
import { test } from 'node:test'
import { object, string } from '#contract/declaration/schema.ts'
import { Failure } from '#contract/failures.ts'
import { checker } from './validation.ts'

const named = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, value]))

function faultsOf(value: unknown): string[] {
  try {
    checker(object({ name: string() }))(value)
    return []
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    return (error.errors ?? []).map(({ code }) => code)
  }
}

test('every fault of a small value is told at once', () => {
  assert.deepEqual(faultsOf({ a: 1, b: 2 }), ['required', 'unknown_field', 'unknown_field'])
  assert.equal(faultsOf({ name: 'Ada', ...named(100, 1) }).length, 20)
})

test('of a value with very many names only one fault is looked for', () => {
  assert.deepEqual(faultsOf({ name: 'Ada', ...named(5_000, 1) }), ['unknown_field'])
  assert.deepEqual(faultsOf({ name: named(5_000, 1), other: 1 }).length, 1)
  assert.deepEqual(faultsOf(Array(5_000).fill(1)).length, 1)
})
