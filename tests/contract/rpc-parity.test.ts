import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authEndpoints } from '#contract/auth.ts'
import { type Endpoint, isForClients } from '#contract/declaration/endpoint.ts'
import { healthEndpoints } from '#contract/system/health.ts'
import { userEndpoints } from '#contract/users.ts'
import { rpcsByOperation } from '#runtime/docs/rpc-section.ts'
import { features } from '#tests/features/feature.ts'
import { rpcDescriptions } from './rpc-descriptions.ts'
import { rpcServices } from './rpc-services.ts'

/**
 * The tags of routes that have no rpc: routes for the set-up by operators, and standards that are defined for HTTP only.
 */
const httpOnlyTags = ['api keys', 'events', 'webhooks', 'oidc clients', 'health']

/** The other routes that have no rpc, each with the reason. */
const httpOnly: Record<string, string> = {
  ...Object.assign({}, ...features.map((feature) => feature.httpOnly)),
  removeUser: 'DeleteUser is the same',
  verifyToken: 'ValidateToken is the same',
  listOwnSessions: 'ListSessions without a user is the same',
  endOwnSession: 'RevokeSession without a user is the same',
  endOwnSessions: 'RevokeSessions without a user is the same',
  introspectToken: 'RFC 7662 is a form by HTTP; ValidateToken checks a token for gRPC',
  jwks: 'RFC 7517 is a document at a URL',
  serverMetadata: 'RFC 8414 is a document at a URL',
}

const bound = rpcsByOperation(rpcServices)

test('every route has an rpc, or is one of those that are for HTTP only', () => {
  const all: Endpoint[] = [...userEndpoints, ...authEndpoints, ...healthEndpoints]
  const without = all
    .filter((one) => isForClients(one) && !httpOnlyTags.includes(one.tag) && !bound.has(one.name))
    .map(({ name }) => name)
  const advice = `An endpoint has no rpc. Declare one in proto/ and bind it in \`rpcs.ts\` of the feature, or say in \`httpOnly\` of the
    feature in tests/features/ why gRPC needs none.`
  assert.deepEqual(without.toSorted(), Object.keys(httpOnly).toSorted(), advice)
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
