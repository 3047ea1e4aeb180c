import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiKey } from './api-key.ts'
import { type ApiKeys, noteUse } from './api-key-use.ts'

const hourMs = 60 * 60_000

test('a use of an API key is not written by every request while a write hangs, also after the clock was ahead', () => {
  const now = 10 * hourMs
  for (const lastUsedAt of [null, now - hourMs, now + hourMs]) {
    let writes = 0
    const query = () => {
      writes++
      return new Promise(() => {})
    }
    const users = { uses: new Map(), db: { query } } as unknown as ApiKeys
    for (let at = now; at < now + 59_000; at += 1_000) noteUse(users, { id: 'key', lastUsedAt } as ApiKey, at)
    assert.equal(writes, 1, `${lastUsedAt}`)
    noteUse(users, { id: 'key', lastUsedAt } as ApiKey, now + 60_000)
    assert.equal(writes, 2, `${lastUsedAt}`)
  }
})
