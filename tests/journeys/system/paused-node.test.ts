import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshAtPausedNode } from '#tests/faults/paused-node.ts'

for (const [grace, refreshes] of [
  ['0s', 1],
  ['30s', 2],
] as const)
  test(`a refresh that a paused node reads too late ends no session, after ${refreshes} refreshes elsewhere`, async () => {
    assert.equal(await refreshAtPausedNode({ pausedMs: 1_500, refreshes, grace }), undefined)
  })
