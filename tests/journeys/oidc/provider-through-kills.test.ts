import assert from 'node:assert/strict'
import { test } from 'node:test'
import { providerKillPoints, useProviderThroughKills } from '#tests/faults/provider-kills.ts'
import { engines } from '#tests/support/engines.ts'

const nodes = { sqlite: 'one node', postgres: 'two nodes' }

for (const engine of engines) {
  test(`I125 I128 I129 with kills at commits on ${engine}, ${nodes[engine]}, each code counts once and no grant outlives its session`, async () => {
    const seed = Date.now() % 1_000_000
    // The test uses a sixth of the commits that the actions of people cause. `npm run soak -- provider-kills` uses all
    // commits.
    const points = providerKillPoints.slice(0, 12).filter((_, at) => at % 6 === seed % 6)
    const report = await useProviderThroughKills(engine, { rounds: points.length, seed, points })
    assert.deepEqual(report.violations, [], `seed ${seed}`)
    assert.ok(report.kills > 0, JSON.stringify(report))
  })
}
