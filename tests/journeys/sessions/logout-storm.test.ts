import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stormLogouts } from '#tests/faults/logout-storm.ts'
import { engines } from '#tests/support/engines.ts'

for (const engine of engines) {
  test(`I19 on ${engine} nothing that was sent after the end of a session was answered is accepted, at any node`, async () => {
    const seed = Date.now() % 1_000_000
    const report = await stormLogouts(engine, 40, seed)
    assert.deepEqual(report.violations, [], `seed ${seed}`)
    assert.ok(report.accepted > 40 && report.refused > 400, JSON.stringify(report))
  })
}
