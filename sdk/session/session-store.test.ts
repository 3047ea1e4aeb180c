import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import type { User } from '../generated/types.ts'
import { type KeptSession, local, sturdy } from './session-store.ts'

const session = (generation: number): KeptSession => ({
  sessionId: 'one',
  generation,
  accessToken: `access ${generation}`,
  refreshToken: `refresh ${generation}`,
  expiresAt: 2,
  refreshAt: 1,
  user: { username: 'ada' } as User,
})

/** Gives this process a `localStorage` during a test, or one that throws when it is read. */
function giveStorage(t: TestContext, text: Map<string, string> | Error): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  t.after(() => {
    if (before) Object.defineProperty(globalThis, 'localStorage', before)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  })
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      if (text instanceof Error) throw text
      return {
        getItem: (key: string) => text.get(key) ?? null,
        setItem: (key: string, value: string) => void text.set(key, value),
        removeItem: (key: string) => void text.delete(key),
      }
    },
  })
}

test('local() keeps a session under its key, for every tab', (t) => {
  const kept = new Map<string, string>()
  giveStorage(t, kept)
  local().save(session(1))
  local({ key: 'other' }).save(session(2))
  assert.deepEqual(local().load(), session(1))
  assert.deepEqual([...kept.keys()], ['latchkey.session', 'other'])
  local().clear()
  assert.equal(local().load(), undefined)
  assert.deepEqual(local({ key: 'other' }).load(), session(2))
})

test('what is no session of ours under the key is none', (t) => {
  const kept = new Map<string, string>()
  giveStorage(t, kept)
  const { refreshToken, ...rest } = session(1)
  for (const text of [
    '',
    'x',
    'null',
    '[]',
    '{}',
    JSON.stringify(rest),
    JSON.stringify({ ...rest, refreshToken: 1 }),
  ]) {
    kept.set('latchkey.session', text)
    assert.equal(local().load(), undefined, text)
  }
  assert.ok(refreshToken)
})

test('where the browser blocks localStorage, a session is kept in memory', (t) => {
  giveStorage(t, new Error('SecurityError'))
  const store = sturdy(local())
  assert.equal(store.load(), undefined)
  store.save(session(1))
  assert.deepEqual(store.load(), session(1))
  store.clear()
  assert.equal(store.load(), undefined)
})

test('a full storage gets room by the removal of what is replaced', () => {
  let kept: KeptSession | undefined = session(1)
  const store = sturdy({
    load: () => kept,
    save(next) {
      if (kept) throw new Error('QuotaExceededError')
      kept = next
    },
    clear() {
      kept = undefined
    },
  })
  store.save(session(2))
  assert.deepEqual(kept, session(2))
})

test('what cannot be saved leaves nothing older in the storage', () => {
  let kept: KeptSession | undefined = session(1)
  const store = sturdy({
    load: () => kept,
    save() {
      throw new Error('QuotaExceededError')
    },
    clear() {
      kept = undefined
    },
  })
  store.save(session(2))
  assert.deepEqual([kept, store.load()], [undefined, session(2)])
})

test('a session keeps no process of Node alive, and needs no browser there', () => {
  const script = `
    import { createSession, memory } from '#sdk/session.ts'
    const storage = memory()
    const later = Date.now() + 600_000
    storage.save({ ...${JSON.stringify(session(1))}, refreshAt: later, expiresAt: later })
    const session = createSession({ baseUrl: 'http://localhost:1', storage })
    console.log(session.user.username)`
  const { stdout, stderr, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('../../', import.meta.url).pathname,
    encoding: 'utf8',
    timeout: 60_000,
  })
  assert.deepEqual([stdout, stderr, signal], ['ada\n', '', null])
})
