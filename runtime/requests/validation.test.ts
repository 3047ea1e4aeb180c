import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authEndpoints } from '#contract/auth.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { Username } from '#contract/declaration/fields.ts'
import { array, object, oneOf, patternInWords, type Schema, string } from '#contract/declaration/schema.ts'
import { userEndpoints } from '#contract/users.ts'
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

test('a text without its form is told in words, and no regular expression is shown', () => {
  assert.throws(
    () => checker(object({ username: Username }))({ username: 'a b c' }),
    ({ errors }: Failure) => {
      const detail =
        'It must have only letters from a to z, digits, dots, underscores and hyphens, and begin and end with a letter or digit.'
      assert.deepEqual(errors, [{ pointer: '/username', code: 'invalid_format', detail }])
      return true
    },
  )
})

test('lengths, counts and choices are told in words too', () => {
  const schema = object({
    name: string({ minLength: 3, maxLength: 5 }),
    tags: array(string(), { minItems: 1, maxItems: 2 }),
    role: oneOf(['user', 'admin']),
  })
  const detailsOf = (value: unknown) => {
    try {
      return checker(schema)(value)
    } catch (error) {
      return (error as Failure).errors?.map(({ detail }) => detail)
    }
  }
  assert.deepEqual(detailsOf({ name: 'ab', tags: [], role: 'boss' }), [
    'It must have at least 3 characters.',
    'It must have at least 1 item.',
    'It must be "user" or "admin".',
  ])
  assert.deepEqual(detailsOf({ name: 'abcdef', tags: ['a', 'b', 'c'], role: 'user' }), [
    'It must have at most 5 characters.',
    'It must have at most 2 items.',
  ])
})

test('each pattern of a request has words', () => {
  const wordless = (schema: Schema, path: string): string[] => [
    ...(schema.pattern !== undefined && schema[patternInWords] === undefined ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => wordless(one, `${path}/${name}`)),
    ...(schema.items ? wordless(schema.items, `${path}[]`) : []),
  ]
  const found = [...userEndpoints, ...authEndpoints].flatMap(({ method, paths, ...endpoint }) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = (endpoint as Record<string, unknown>)[part]
      return schema ? wordless(schema as Schema, `${method} ${paths[0]} ${part}`) : []
    }),
  )
  assert.deepEqual(found, [])
})
