import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { ServiceUnreachable } from '../send-request.ts'
import type { NewTokens } from './new-tokens.ts'
import { shareRefresh } from './share-refresh.ts'

const tokensAfter = (token: string): NewTokens => ({
  refreshToken: `after ${token}`,
  accessToken: 'a.b.c',
  refreshExpiresIn: 60,
})

/** Makes refreshes that end only when the test ends them. */
function heldRefreshes() {
  const asked: { token: string; succeed(): void; fail(): void }[] = []
  let time = 0
  const refresh = shareRefresh(
    (token) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error('no answer'))
        asked.push({ token, succeed: () => resolve(tokensAfter(token)), fail })
      }),
    { maxAgeMs: 10_000, now: () => time },
  )
  const advance = (ms: number) => {
    time += ms
  }
  return { asked, refresh: (token: string) => refresh(token, {}), advance }
}

test('requests that need the same refresh at once share one, and only while it is under way', async () => {
  const { asked, refresh } = heldRefreshes()
  const waiting = [refresh('a'), refresh('b'), refresh('a'), refresh('a')]
  assert.deepEqual(
    asked.map(({ token }) => token),
    ['a', 'b'],
  )
  for (const one of asked) one.succeed()
  const pairs = await Promise.all(waiting)
  assert.deepEqual(
    pairs.map((pair) => pair.refreshToken),
    ['after a', 'after b', 'after a', 'after a'],
  )
  void refresh('a')
  assert.equal(asked.length, 3)
})

test('a refresh that failed is tried again by the next request', async () => {
  const { asked, refresh } = heldRefreshes()
  const waiting = [refresh('a'), refresh('a')]
  asked[0]?.fail()
  for (const one of waiting) await assert.rejects(one, /no answer/)
  void refresh('a')
  assert.equal(asked.length, 2)
})

test('a flood of refreshes is not remembered without an end', () => {
  const { asked, refresh } = heldRefreshes()
  for (let number = 0; number < 1_001; number++) void refresh(`token ${number}`)
  void refresh('token 0')
  assert.equal(asked.length, 1_001, 'the first ones are shared')
  void refresh('token 1000')
  assert.equal(asked.length, 1_002, 'further ones ask by themselves')
})

test('a refresh that a runtime has cancelled is replaced after its maximum age', async () => {
  const { asked, refresh, advance } = heldRefreshes()
  void refresh('a')
  advance(9_999)
  void refresh('a')
  assert.equal(asked.length, 1)
  advance(1)
  const again = refresh('a')
  assert.equal(asked.length, 2)
  asked[0]?.succeed()
  await new Promise(setImmediate)
  const sharing = refresh('a')
  assert.equal(asked.length, 2, 'the first one, which ends later, does not remove the second')
  asked[1]?.succeed()
  assert.equal((await again).refreshToken, (await sharing).refreshToken)
})

test('a cancelled refresh is replaced after the clock was set back', () => {
  const { asked, refresh, advance } = heldRefreshes()
  void refresh('a')
  advance(-3_600_000)
  void refresh('a')
  assert.equal(asked.length, 2)
  advance(9_999)
  void refresh('a')
  assert.equal(asked.length, 2)
})

test('a refresh whose reply is lost is repeated at once, and every other failure is not', async () => {
  const lost = new ServiceUnreachable('no answer', {
    cause: new Error('wrapped', { cause: new TypeError('fetch failed') }),
  })
  const others = [
    new ServiceUnreachable('answered 502'),
    new ServiceUnreachable('late', { cause: new DOMException('late', 'TimeoutError') }),
    new Failure('session_ended'),
  ]
  const attemptsWith = async (errors: Error[]) => {
    let attempts = 0
    const refresh = shareRefresh(
      async (token) => {
        const error = errors[attempts++]
        if (error) throw error
        return tokensAfter(token)
      },
      { maxAgeMs: 10_000, now: () => 0 },
    )
    const outcome = await refresh('a', {}).catch((error: unknown) => error)
    return { attempts, outcome }
  }
  assert.deepEqual(await attemptsWith([lost]), { attempts: 2, outcome: tokensAfter('a') })
  assert.deepEqual(await attemptsWith([lost, lost]), { attempts: 2, outcome: lost })
  for (const error of others) assert.deepEqual(await attemptsWith([error]), { attempts: 1, outcome: error })
})
