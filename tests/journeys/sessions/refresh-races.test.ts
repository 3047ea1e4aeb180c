import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raceRefreshes } from '#tests/faults/refresh-races.ts'
import { engines } from '#tests/support/engines.ts'

for (const engine of engines) {
  test(`I28 I29 I37 of refreshes that race at two nodes on ${engine} and lose replies, each token has one successor`, async () => {
    const seed = Date.now() % 1_000_000
    const report = await raceRefreshes(engine, 300, seed)
    assert.deepEqual(report.violations, [], `seed ${seed}`)
    assert.ok(report.refreshes > 1_000 && report.lost > 10 && report.interrupted > 10, JSON.stringify(report))
  })
}
