import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registryOf, sumMetrics } from './metrics.ts'

test('the metrics of several processes are added up, but those that each reads from the database', async () => {
  const process = (tokens: number, stored: number) =>
    registryOf([
      {
        name: 'latchkey_tokens',
        help: 'x',
        label: 'what',
        read: async () => new Map([['seen', tokens]]),
      },
      {
        name: 'latchkey_rows',
        help: 'x',
        label: 'what',
        isOfDatabase: true,
        read: async () => new Map([['stored', stored]]),
      },
    ])()
  const both = await Promise.all([process(3, 7), process(4, 7)])
  const sum = await sumMetrics(await Promise.all(both.map((registry) => registry.getMetricsAsJSON())))
  const text = await sum.metrics()
  assert.match(text, /^latchkey_tokens\{what="seen"\} 7$/m)
  assert.match(text, /^latchkey_rows\{what="stored"\} 7$/m)
  assert.match(text, /^process_resident_memory_bytes \d+$/m)
})
