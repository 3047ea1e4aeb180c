import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellThroughKills } from '#tests/faults/events.ts'
import { engines } from '#tests/support/engines.ts'

for (const engine of engines) {
  test(`on ${engine} every change is told to every sink, in order, and nothing else, though both are killed`, async () => {
    const seed = Date.now() % 1_000_000
    // This is a short run. `npm run soak -- events` makes ten thousand changes for each kind of receiver.
    const report = await tellThroughKills(engine, { changes: 60, seed, kinds: ['cursor', 'nats'] })
    assert.deepEqual(report.violations, [], `seed ${seed}`)
    assert.ok(report.kills > 0, JSON.stringify(report))
  })
}
