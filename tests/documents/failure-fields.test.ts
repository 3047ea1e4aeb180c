import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { createClient } from '#sdk/client.ts'
import { readPage } from './markdown.ts'

/** A problem document with every field that a service sends with some failure. */
const problem = {
  status: 401,
  code: 'second_factor_required',
  title: 'A second factor is needed.',
  detail: 'Ask for it.',
  errors: [{ pointer: '/username', detail: 'It is missing.' }],
  reason: 'revoked',
  login_token: 'lkl_one',
  reset_token: 'lkr_two',
  expires_in: 600,
  factors: [{ kind: 'totp' }],
}

/** The names of errors in general, and those that only a service itself sets. */
const notOfAReply = ['name', 'message', 'stack', 'cause', 'title', 'acr', 'headers', 'code']

test('the page of the client library names each field that a failure of a reply can have', async () => {
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '3' }
  const reply = async () => new Response(JSON.stringify(problem), { status: 401, headers })
  const latchkey = createClient({ baseUrl: 'https://id.example.com', fetch: reply })
  const failure = await latchkey.logIn({ username: 'ada', password: 'x' }).then(
    () => assert.fail('it was refused'),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof Failure)
  const getters = Object.entries(Object.getOwnPropertyDescriptors(Failure.prototype))
  const names = [
    ...Object.keys(failure),
    ...getters.flatMap(([name, { get }]) => (get === undefined ? [] : [name])),
  ].filter((name) => !notOfAReply.includes(name))
  assert.ok(names.includes('loginStep') && names.includes('errors'), 'the test knows where fields are')
  for (const name of names) assert.notEqual(Reflect.get(failure, name), undefined, `the problem sets ${name}`)
  const page = readPage('sdk/README.md')
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`failure.${name}\``)),
    [],
  )
})
