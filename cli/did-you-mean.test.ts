import assert from 'node:assert/strict'
import { test } from 'node:test'
import { didYouMean, nearestWords } from './did-you-mean.ts'

const known = ['users list', 'users show', 'users unlock', 'sessions list', 'start', 'help']

test('a misspelt word is answered with the nearest known ones', () => {
  assert.deepEqual(nearestWords('user list', known), ['users list'])
  assert.deepEqual(nearestWords('usres list', known), ['users list'])
  assert.deepEqual(nearestWords('strat', known), ['start'])
  assert.deepEqual(nearestWords('users', known), ['users list', 'users show', 'users unlock'])
  assert.equal(didYouMean('users unlok', known), ' Did you mean users unlock?')
})

test('a word that is near to none, or is known, is answered with none', () => {
  for (const typed of ['begin', '', 'x', 'start', 'y'.repeat(100_000)])
    assert.equal(didYouMean(typed, known), '')
})
