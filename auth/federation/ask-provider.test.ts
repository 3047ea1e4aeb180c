import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#runtime/log/log.ts'
import { askProvider } from './ask-provider.ts'
import type { Provider, ProviderClient } from './providers/provider.ts'

test('a process has a hundred requests to providers under way, and refuses the next one until one is answered', async () => {
  const provider = { name: 'example' } as Provider
  const federation = {
    log: createLog('silent'),
    clientOf: async () => ({}) as ProviderClient,
    publicUrl: 'https://auth.example.com',
    outcomes: new Map(),
    clock: { now: () => 0 },
  }
  const { promise: slow, resolve: answer } = Promise.withResolvers<string>()
  const ask = (until: Promise<string>) => askProvider(federation, provider, () => until)
  const quick = Promise.withResolvers<string>()
  const first = ask(quick.promise)
  const others = Array.from({ length: 99 }, () => ask(slow))
  const refused = assert.rejects(ask(slow), { code: 'overloaded', retryAfterSeconds: 5 })
  quick.resolve('answered')
  assert.equal(await first, 'answered')
  assert.equal(await ask(Promise.resolve('answered')), 'answered')
  answer('answered')
  await refused
  await Promise.all(others)
})
