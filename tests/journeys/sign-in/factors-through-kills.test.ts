import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeFactorsThroughKills, killPoints } from '#tests/faults/factor-kills.ts'
import { engines } from '#tests/support/engines.ts'

const nodes = { sqlite: 'one node', postgres: 'two nodes' }
const demands = { sqlite: 'nobody', postgres: 'all' } as const

for (const engine of engines) {
  test(`I82 I93 I98 I102 I122 with kills at commits on ${engine}, ${nodes[engine]}, each proof counts once and no change is half told`, async () => {
    const seed = Date.now() % 1_000_000
    // The test uses a sixth of the commits that lie between a proof and the session, or within a change. `npm run soak --
    // factor-kills` uses all commits.
    const points = killPoints.slice(0, 12).filter((_, at) => at % 6 === seed % 6)
    const report = await changeFactorsThroughKills(engine, {
      rounds: points.length,
      seed,
      points,
      demand: demands[engine],
    })
    assert.deepEqual(report.violations, [], `seed ${seed}`)
    assert.ok(report.kills > 0, JSON.stringify(report))
  })
}
