import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createMemoryLimit } from './memory-limit.ts'

describe('a limit in memory', () => {
  const open = () => {
    const clock = { now: () => clock.at, at: 1_000_000 }
    return { clock, limit: createMemoryLimit({ quota: 3, windowMs: 3_000 }, clock) }
  }
  const taken = (count: number, take: () => number | undefined) =>
    Array.from({ length: count }, () => (take() === undefined ? 'y' : 'n')).join('')

  test('allows its quota at once, then one more after each share of the window', () => {
    const { clock, limit } = open()
    assert.equal(
      taken(5, () => limit.take('ada')),
      'yyynn',
    )
    assert.equal(limit.take('ada'), 1_000)
    assert.equal(limit.take('bob'), undefined, 'others are not concerned')
    clock.at += 1_000
    assert.equal(
      taken(2, () => limit.take('ada')),
      'yn',
    )
    clock.at += 60_000
    assert.equal(
      taken(4, () => limit.take('ada')),
      'yyyn',
    )
  })

  test('locks nobody out when the clock is set back', () => {
    const { clock, limit } = open()
    taken(3, () => limit.take('ada'))
    clock.at -= 365 * 24 * 3_600_000
    assert.equal(
      taken(4, () => limit.take('ada')),
      'yyyn',
    )
  })

  test('forgets a key once its whole quota is free again, and not before', () => {
    const { clock, limit } = open()
    for (let at = 0; at < 10_000; at++) {
      limit.take(`early-${at}`)
      clock.at += 100
    }
    assert.ok(limit.size() <= 1_000, `${limit.size()} keys`)
    taken(3, () => limit.take('ada'))
    for (let at = 0; at < 10_000; at++) limit.take(`late-${at}`)
    assert.notEqual(limit.take('ada'), undefined)
  })
})
