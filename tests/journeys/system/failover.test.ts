import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type FailoverRound, runFailoverRound } from '#tests/faults/failover-round.ts'

describe('when the primary is killed under load and its synchronous standby takes over', () => {
  let round: FailoverRound
  before(async () => {
    round = await runFailoverRound('killed', { loadMs: 2_500, promoteAfterMs: 1_500, afterMs: 1_500 })
  })

  test('no acknowledged write is missing, and nobody is logged out', () => {
    assert.deepEqual(round.deviations, [])
  })

  test('what cannot be served is answered with 503 and Retry-After, and nothing else', () => {
    assert.deepEqual(round.unexpected, [])
    assert.deepEqual(round.unlisted, [])
    assert.ok(round.refused.size > 0, 'clients noticed')
  })

  test('the services go on without a restart', (t) => {
    const { gapMs, promotionMs } = round
    t.diagnostic(
      `nothing was written for ${Math.round(gapMs)} ms, ${Math.round(promotionMs)} ms of them without a primary`,
    )
    assert.ok(gapMs < Infinity)
    assert.equal(round.nodesEnded, 0)
    assert.ok(round.doneAfter > 0)
  })
})
