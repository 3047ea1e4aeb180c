import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rotateUnderLoad } from '#tests/faults/rotation.ts'
import { engines } from '#tests/support/engines.ts'

for (const engine of engines) {
  test(`I45 I46 on ${engine} rotation under load refuses no good token, and none under a revoked key is accepted`, async () => {
    const seed = Date.now() % 1_000_000
    const report = await rotateUnderLoad(engine, { rotations: 7, everyMs: 500, keptMs: 6_000, seed })
    assert.deepEqual(report.violations, [], `seed ${seed}`)
    const { rotations, revocations, refused } = report
    assert.deepEqual({ rotations, revocations }, { rotations: 6, revocations: 1 })
    assert.ok(refused > 0, JSON.stringify(report))
  })
}
