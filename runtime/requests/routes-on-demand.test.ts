import assert from 'node:assert/strict'
import { test } from 'node:test'
import { healthEndpoint, livenessEndpoint } from '#contract/system/health.ts'
import type { CheckedCall, Route } from './route.ts'
import { routesOnDemand } from './routes-on-demand.ts'

const endpoints = [healthEndpoint, livenessEndpoint]

async function ask(routes: readonly Route[], at: number): Promise<unknown> {
  const asked = routes[at]
  assert.ok(asked && 'handle' in asked)
  return asked.handle({} as CheckedCall)
}

/** Binds the two endpoints to a new counter of requests, which both share, as routes with a rate limit do. */
function bindCounter(): Route[] {
  let asked = 0
  return endpoints.map((endpoint) => ({ endpoint, handle: () => `${endpoint.name} ${++asked}` }))
}

test('requests that come while routes are loaded get the same ones', async () => {
  const loading = Promise.withResolvers<void>()
  const routes = routesOnDemand(endpoints, async () => {
    await loading.promise
    return bindCounter()
  })
  const early = [ask(routes, 0), ask(routes, 1)]
  loading.resolve()
  assert.deepEqual(await Promise.all(early), ['health 1', 'liveness 2'])
  assert.equal(await ask(routes, 0), 'health 3')
})

test('a load that fails is the failure of the request that waits for it, and the next request loads again', async () => {
  let isAway = true
  const routes = routesOnDemand(endpoints, async () => {
    if (isAway) throw new Error('The disk is away.')
    return bindCounter()
  })
  await assert.rejects(ask(routes, 0), /disk is away/)
  isAway = false
  assert.equal(await ask(routes, 0), 'health 1')
})

test('an endpoint that none of the loaded routes answers fails', async () => {
  const routes = routesOnDemand([healthEndpoint], async () => bindCounter().slice(1))
  await assert.rejects(ask(routes, 0), /No route answers health/)
})
