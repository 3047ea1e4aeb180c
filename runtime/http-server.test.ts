import { test } from 'node:test'
import { callerId, endpoint } from '#contract/endpoint.ts'
import { route } from './http-server.ts'

const declaration = {
  name: 'whoCalls',
  method: 'GET',
  paths: ['/who-calls'],
  access: 'signed_in',
  tag: 'test',
  summary: 'Who is calling?',
  success: 204,
  failures: [],
} as const

test('a handler that the other service may call too cannot forget that there may be no caller', () => {
  route(endpoint(declaration), ({ caller }) => callerId(caller))
  route(endpoint({ ...declaration, serviceToo: false }), ({ caller }) => callerId(caller))
  const serviceToo = endpoint({ ...declaration, serviceToo: true })
  route(serviceToo, ({ caller }) => caller && callerId(caller))
  // @ts-expect-error The compiler is what fails here, when it lets this through.
  route(serviceToo, ({ caller }) => callerId(caller))
})
