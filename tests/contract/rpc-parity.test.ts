import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authEndpoints } from '#contract/auth.ts'
import { type Endpoint, isForClients } from '#contract/declaration/endpoint.ts'
import { healthEndpoints } from '#contract/system/health.ts'
import { userEndpoints } from '#contract/users.ts'
import { rpcsByOperation } from '#runtime/docs/rpc-section.ts'
import { rpcDescriptions } from './rpc-descriptions.ts'
import { rpcServices } from './rpc-services.ts'

/** The tags of routes that have no rpc: routes for the set-up by operators, and standards that are defined for HTTP only. */
const httpOnlyTags = ['api keys', 'events', 'webhooks', 'oidc clients', 'health']

const bound = rpcsByOperation(rpcServices)
const all: Endpoint[] = [...userEndpoints, ...authEndpoints, ...healthEndpoints]

test('every route has an rpc, or is one of those that are for HTTP only', () => {
  const routes = all.filter((one) => isForClients(one) && !httpOnlyTags.includes(one.tag))
  const namesOf = (some: readonly Endpoint[]) => some.map(({ name }) => name)
  assert.deepEqual(
    namesOf(routes.filter(({ name, httpOnly }) => !bound.has(name) && httpOnly === undefined)),
    [],
    'Declare an rpc in proto/ and bind it in `rpcs.ts` of the feature, or say in `httpOnly` of the endpoint why gRPC needs none.',
  )
  assert.deepEqual(
    namesOf(all.filter(({ name, httpOnly }) => bound.has(name) && httpOnly !== undefined)),
    [],
    'Remove `httpOnly`: there is an rpc.',
  )
  assert.deepEqual(
    httpOnlyTags.filter((tag) => !all.some((one) => one.tag === tag)),
    [],
  )
})

test('the rpcs of the reference are all that the .proto files have', () => {
  const declared = rpcDescriptions().services.flatMap(({ name, rpcs }) =>
    rpcs.map((rpc) => `${name}/${rpc.name}`),
  )
  const known = [...bound.values()].flat()
  assert.deepEqual(
    declared.filter((rpc) => !known.includes(rpc) && !rpc.startsWith('latchkey.greeter.')),
    [],
  )
})
