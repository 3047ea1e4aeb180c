import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaveNodeBehind } from '#tests/faults/old-primary.ts'

test('a node on an old primary that runs on goes over to the promoted server, and refuses what was ended there', async () => {
  const { accepted, afterwards, lost, honest, log } = await leaveNodeBehind()
  assert.equal(accepted.cutOff, 20, 'it works on the old primary')
  assert.deepEqual(afterwards, new Set([401]))
  assert.deepEqual(lost, [])
  assert.equal(honest, 200)
  assert.match(log, /"event":"database.old_primary"/)
})
