import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { type Scope, scopes } from '#contract/declaration/endpoint.ts'
import { apiKeyOf } from '#contract/rules/api-key-form.ts'
import type { Sql } from '#runtime/database/database.ts'
import { createLog } from '#runtime/log/log.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { allRows } from '#tests/support/stored.ts'
import { type System, stillClock } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'
import type { ApiKeys } from '#users/api-keys/api-key-use.ts'
import { validateApiKey } from '#users/api-keys/validate-api-key.ts'

const day = 24 * 60 * 60 * 1000
const keysAt = (system: System, path = '') => `${system.usersUrl}/api/v1/api-keys${path}`

const create = (system: System, token: string, body: object = {}, headers: Record<string, string> = {}) =>
  system.send('POST', keysAt(system), {
    token,
    body: { name: 'ci', scopes: ['users:read'], ...body },
    headers,
  })

/** Creates an API key with the given scopes, as the first admin. */
async function keyWith(system: System, ...wanted: Scope[]): Promise<{ id: string; key: string }> {
  const { access_token: token } = await system.admin()
  const made = await create(system, token, { scopes: wanted })
  assert.equal(made.status, 201)
  return made.body
}

async function listed(system: System, token: string) {
  const reply = await system.send('GET', keysAt(system, '?limit=200'), { token })
  assert.equal(reply.status, 200)
  return reply.body.data
}

const users = (system: System, token: string) =>
  system.send('GET', `${system.usersUrl}/api/v1/users`, { token })

onEachEngine((startSystem, engine) => {
  /** The system that is shared by all tests that use only data of their own. The other tests start their own system. */
  let system: System
  before(async () => {
    system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '1000' } })
  })
  after(() => system.stop())

  test('a key is shown when it is made and never again; the list says what it is and who made it', async () => {
    await using system = await startSystem()
    const { access_token: token, user } = await system.admin()
    const made = await create(system, token, {
      name: 'nightly import',
      scopes: ['users:read', 'users:write'],
    })
    assert.equal(made.status, 201)
    const { id, key, created_at: createdAt, expires_at: expiresAt, ...rest } = made.body
    assert.match(key, /^lk_[0-9A-Za-z]{49}$/)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(made.headers.get('location'), `/api/v1/api-keys/${id}`)
    assert.equal(made.headers.get('cache-control'), 'no-store')
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 90 * day)
    assert.deepEqual(rest, {
      name: 'nightly import',
      scopes: ['users:read', 'users:write'],
      created_by: user.id,
      last_used_at: null,
      revoked_at: null,
    })
    assert.deepEqual(await listed(system, token), [
      { id, created_at: createdAt, expires_at: expiresAt, ...rest },
    ])
    assert.equal((await users(system, key)).status, 200)
  })

  test('I10 a key is made of its name, its scopes and its end, and of nothing else that is sent', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const inDays = (days: number) => new Date(system.clock.now() + days * day).toISOString()
    const refused: [object, string][] = [
      [{ created_by: randomUUID() }, '/created_by'],
      [{ id: randomUUID() }, '/id'],
      [{ key: apiKeyOf(randomBytes(32)) }, '/key'],
      [{ digest: 'x' }, '/digest'],
      [{ revoked_at: null }, '/revoked_at'],
      [{ user_id: randomUUID() }, '/user_id'],
      [{ name: undefined }, '/name'],
      [{ name: '' }, '/name'],
      [{ name: 'x'.repeat(101) }, '/name'],
      [{ name: 'two\nlines' }, '/name'],
      [{ scopes: undefined }, '/scopes'],
      [{ scopes: [] }, '/scopes'],
      [{ scopes: 'users:read' }, '/scopes'],
      [{ scopes: ['users:read', 'users:read'] }, '/scopes'],
      [{ scopes: ['users:read', 'users:everything'] }, '/scopes/1'],
      [{ scopes: ['users:read users:write'] }, '/scopes/0'],
      [{ expires_at: null }, '/expires_at'],
      [{ expires_at: 'tomorrow' }, '/expires_at'],
      [{ expires_at: inDays(0) }, '/expires_at'],
      [{ expires_at: inDays(732) }, '/expires_at'],
      [{ expires_at: '9999-12-31T23:59:59Z' }, '/expires_at'],
    ]
    for (const [body, pointer] of refused) {
      const reply = await create(system, token, body)
      assert.deepEqual(
        [reply.status, reply.body.code, reply.body.errors?.[0].pointer],
        [400, 'invalid_request', pointer],
        JSON.stringify(body).slice(0, 100),
      )
    }
    assert.deepEqual(await listed(system, token), [])
    const longest = await create(system, token, { expires_at: inDays(730) })
    assert.equal(longest.status, 201)
  })

  test('nobody makes a key that may do more than they may themselves', async () => {
    const ada = await system.signUpAndLogIn('ada1')
    assert.equal((await create(system, ada.access_token)).body.code, 'forbidden')
    const reader = await keyWith(system, 'users:read')
    assert.equal((await create(system, reader.key)).body.code, 'forbidden')
    const maker = await keyWith(system, 'keys:write', 'users:read')
    const more = await create(system, maker.key, { scopes: ['users:delete', 'users:read', 'users:write'] })
    assert.deepEqual([more.status, more.body.code], [403, 'forbidden'])
    assert.deepEqual(
      more.body.errors.map((error: { pointer: string }) => error.pointer),
      ['/scopes/0', '/scopes/2'],
    )
    const same = await create(system, maker.key, { scopes: ['users:read', 'keys:write'] })
    assert.deepEqual([same.status, same.body.created_by], [201, maker.id])
  })

  test('a key opens what its scopes name, and nothing else', async () => {
    const ada = await system.signUp('ada2')
    const user = `${system.usersUrl}/api/v1/users/${ada.id}`
    const calls: [Scope, string, string, unknown, number][] = [
      ['users:read', 'GET', `${system.usersUrl}/api/v1/users`, undefined, 403],
      ['users:read', 'GET', user, undefined, 404],
      ['users:read', 'GET', `${system.usersUrl}/api/v1/users/email/ada2@example.com`, undefined, 404],
      ['users:write', 'POST', `${system.usersUrl}/api/v1/users`, { name: 'X', email: 'x@example.com' }, 403],
      ['users:write', 'PATCH', user, { metadata: { plan: 'free' } }, 403],
      ['keys:write', 'GET', keysAt(system), undefined, 403],
      ['keys:write', 'DELETE', keysAt(system, `/${randomUUID()}`), undefined, 403],
      ['users:delete', 'DELETE', user, undefined, 403],
    ]
    for (const [scope, method, url, body, refusal] of calls) {
      const allBut = await keyWith(system, ...scopes.filter((one) => one !== scope))
      const refused = await system.send(method, url, { token: allBut.key, body })
      assert.equal(refused.status, refusal, `${method} ${url} without ${scope}`)
      const only = await keyWith(system, scope)
      const allowed = await system.send(method, url, { token: only.key, body })
      const isAllowed = allowed.status < 300 || allowed.body.code === 'api_key_not_found'
      assert.ok(isAllowed, `${method} ${url} with ${scope}: ${allowed.status}`)
    }
  })

  test('a machine is nobody: there is no "me" for it, and nothing is its own', async () => {
    await using system = await startSystem()
    const { id, key } = await keyWith(system, ...scopes)
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { name: 'Me' }],
      ['DELETE', undefined],
    ] as const) {
      const reply = await system.send(method, `${system.usersUrl}/api/v1/users/me`, { token: key, body })
      assert.deepEqual([reply.status, reply.body.code], [404, 'user_not_found'], method)
    }
    const events = await keyWith(system, 'events:read')
    const itself = `${system.usersUrl}/api/v1/users/${events.id}`
    assert.equal((await system.send('GET', itself, { token: events.key })).status, 404)
    assert.equal((await system.send('DELETE', itself, { token: events.key })).status, 403)
    for (const path of ['/auth/validate', '/api/v1/auth/validate']) {
      const reply = await system.send('GET', `${system.authUrl}${path}`, { token: key })
      assert.deepEqual([reply.status, reply.body.code], [401, 'token_invalid'], 'it is no access token')
    }
    const lines = system.log.filter((line) => line.event === 'user.deleted')
    assert.deepEqual(lines, [])
    const ada = await system.signUp('ada')
    await system.send('DELETE', `${system.usersUrl}/users/${ada.id}`, { token: key })
    const line = system.log.find((one) => one.event === 'user.deleted')
    assert.deepEqual([line?.user_id, line?.by], [ada.id, id], 'the log names the key')
  })

  test('a revoked key is refused by the very next request, also in a storm of them', async () => {
    const { access_token: token } = await system.admin()
    for (let round = 0; round < 5; round++) {
      const { id, key } = await keyWith(system, 'users:read')
      let revoked = false
      let accepted = 0
      const storm = Array.from({ length: 8 }, async () => {
        for (let i = 0; i < 10; i++) {
          const sentAfter = revoked
          const { status } = await users(system, key)
          if (status === 200) accepted++
          if (sentAfter) assert.equal(status, 401)
        }
      })
      assert.equal((await users(system, key)).status, 200)
      const reply = await system.send('DELETE', keysAt(system, `/${id}`), { token })
      assert.deepEqual([reply.status, reply.body], [204, ''])
      revoked = true
      await Promise.all(storm)
      assert.ok(accepted > 0)
      assert.equal((await users(system, key)).body.code, 'token_invalid')
    }
  })

  test('a revocation may be repeated, its first time stays, and what is no key is not found', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { id, key } = await keyWith(system, 'users:read')
    const revoke = (path: string) => system.send('DELETE', keysAt(system, path), { token })
    const revokedAt = async () => (await listed(system, token))[0].revoked_at
    assert.equal((await revoke(`/${id.toUpperCase()}`)).status, 204)
    const first = await revokedAt()
    assert.match(first, /^\d{4}-/)
    system.clock.advance(5_000)
    assert.equal((await revoke(`/${id}`)).status, 204)
    assert.equal(await revokedAt(), first)
    for (const other of [randomUUID(), key, 'x', '%00']) {
      const reply = await revoke(`/${other}`)
      assert.deepEqual([reply.status, reply.body.code], [404, 'api_key_not_found'], other)
    }
    const lines = system.log.filter((line) => line.event === 'api_key.revoked')
    assert.deepEqual(
      lines.map((line) => line.api_key_id),
      [id],
    )
  })

  test('an unknown, a misspelt and a revoked key look the same; an expired one says that it is', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const revoked = await keyWith(system, 'users:read')
    await system.send('DELETE', keysAt(system, `/${revoked.id}`), { token })
    const { key } = await keyWith(system, 'users:read')
    const misspelt = key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x')
    const replies = []
    for (const wrong of [apiKeyOf(randomBytes(32)), misspelt, revoked.key, `${key}x`, 'lk_', 'lk_x.y.z']) {
      const { status, headers, body } = await users(system, wrong)
      assert.deepEqual([status, body.code], [401, 'token_invalid'], wrong)
      replies.push([headers.get('www-authenticate'), { ...body, request_id: '' }])
    }
    assert.equal(new Set(replies.map((reply) => JSON.stringify(reply))).size, 1)
    const reasons = system.log.filter((line) => line.event === 'api_key.refused').map((line) => line.reason)
    assert.deepEqual(reasons, ['unknown', 'revoked'], 'the log knows; a typo costs no look-up')

    system.clock.advance(90 * day - 60_000)
    assert.equal((await users(system, key)).status, 200)
    system.clock.advance(61_000)
    const expired = await users(system, key)
    assert.deepEqual([expired.status, expired.body.code], [401, 'token_expired'])
    assert.equal((await users(system, revoked.key)).body.code, 'token_invalid')
  })

  test('keys that were never made fill no log, and hide no use of one that was revoked', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { key, id } = await keyWith(system, 'users:read')
    await system.send('DELETE', keysAt(system, `/${id}`), { token })
    await Promise.all(Array.from({ length: 50 }, () => users(system, apiKeyOf(randomBytes(32)))))
    await users(system, key)
    const lines = system.log.filter(({ event }) => event === 'api_key.refused')
    const unknown = lines.filter(({ reason }) => reason === 'unknown')
    assert.ok(unknown.length >= 1 && unknown.length < 50, `${unknown.length} lines`)
    const revoked = lines.filter(({ reason }) => reason === 'revoked')
    assert.deepEqual(
      revoked.map(({ api_key_id: keyId }) => keyId),
      [id],
    )
  })

  test('the last use of a key is noted, once a minute', async () => {
    await using system = await startSystem({ clock: stillClock() })
    const { access_token: token } = await system.admin()
    const { key } = await keyWith(system, 'users:read')
    const lastUse = async () => (await listed(system, token))[0].last_used_at
    await Promise.all(Array.from({ length: 20 }, () => users(system, key)))
    await until('a first use', async () => (await lastUse()) !== null)
    const first = await lastUse()
    assert.equal(Date.parse(first), system.clock.now())
    system.clock.advance(40_000)
    for (let i = 0; i < 5; i++) await users(system, key)
    await new Promise((resolve) => setTimeout(resolve, 200))
    assert.equal(await lastUse(), first)
    system.clock.advance(21_000)
    await users(system, key)
    await until('a later use', async () => (await lastUse()) !== first)
    assert.ok(Date.parse(await lastUse()) - Date.parse(first) >= 60_000)
  })

  test('a use that was noted while the clock was ahead is replaced by the next one', async () => {
    await using system = await startSystem({ clock: stillClock() })
    const { access_token: token } = await system.admin()
    const { key } = await keyWith(system, 'users:read')
    const lastUse = async () => Date.parse((await listed(system, token))[0].last_used_at)
    system.clock.advance(600_000)
    await users(system, key)
    await until('a first use', async () => (await lastUse()) === system.clock.now())
    system.clock.advance(-600_000)
    await users(system, key)
    await until('the next use', async () => (await lastUse()) === system.clock.now())
  })

  test('the notes of the uses of a key are one write a minute, however many requests there are', async () => {
    await using system = await startSystem()
    const { key } = await keyWith(system, 'users:read')
    const real = await system.database('users')
    const clock = stillClock()
    const notes: Promise<unknown>[] = []
    const query: Sql['query'] = (text, ...values) => {
      const rows = real.query<never>(text, ...values)
      if (text[0]?.includes('UPDATE')) notes.push(rows)
      return rows
    }
    const context = { db: { ...real, query }, clock, uses: new Map(), log: createLog('silent') }
    const validate = () => validateApiKey(context as unknown as ApiKeys, { key })
    await Promise.all(Array.from({ length: 50 }, validate))
    clock.advance(59_000)
    await validate()
    assert.equal(notes.length, 1)
    clock.advance(2_000)
    await Promise.all(Array.from({ length: 50 }, validate))
    assert.equal(notes.length, 2)
    await Promise.all(notes)
  })

  test('no request waits for the note of a use, or fails because of it', async () => {
    await using system = await startSystem()
    const { key } = await keyWith(system, 'users:read')
    const db = await system.database('users')
    await db.transaction(async (tx) => {
      await tx.query`UPDATE api_keys SET name = 'locked'`
      assert.equal((await users(system, key)).status, 200)
      const given = system.log.filter((line) => line.api_key_id !== undefined && line.level === 'warn')
      assert.deepEqual(given, [], 'somebody else has the row, and the note of the use still waits for it')
    })
    const broken = await keyWith(system, 'users:read')
    await db.execute(
      engine === 'sqlite'
        ? `CREATE TRIGGER no_notes BEFORE UPDATE OF last_used_at ON api_keys BEGIN SELECT RAISE(ABORT, 'no'); END`
        : 'ALTER TABLE api_keys ADD CONSTRAINT no_notes CHECK (last_used_at < 0) NOT VALID',
    )
    for (let i = 0; i < 5; i++) assert.equal((await users(system, broken.key)).status, 200)
    const failed = () => system.log.filter((line) => line.api_key_id === broken.id && line.level === 'warn')
    await until('the line about it', () => failed().length > 0)
    assert.equal(failed().length, 1, 'one that fails is not tried again by every request')
  })

  test('I35 what is stored and logged of a key opens nothing', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const made = await create(system, token, { scopes }, { 'idempotency-key': 'canary' })
    const { key } = made.body
    assert.equal((await users(system, key)).status, 200)
    await users(system, `${key.slice(0, -1)}~`)
    // Sends the key where no API key belongs: in a path, as another kind of token, as a password. It must not be stored or
    // logged there either.
    await system.send('DELETE', keysAt(system, `/${key}`), { token })
    for (const [path, body] of [
      ['introspect', { token: key }],
      ['revoke', { token: key }],
      ['refresh', { refresh_token: key }],
      ['login', { username: 'admin', password: key }],
      ['login', { username: key, password: 'x' }],
      ['logout', {}],
    ] as const) {
      await system.send('POST', `${system.authUrl}/api/v1/auth/${path}`, { token: key, body })
    }
    const tables = await Promise.all(
      (['users', 'auth'] as const).map(async (service) => allRows(await system.database(service))),
    )
    const rows = tables.flatMap((ofService) => [...ofService.values()])
    const texts = rows
      .flat()
      .flatMap((row) => Object.values(row as object))
      .filter((value) => typeof value === 'string')
    assert.ok(texts.length > 20)
    for (const text of texts) {
      for (const credential of [text, `lk_${text}`]) {
        // A text with line breaks or other characters than ASCII cannot be sent in a header.
        if (!/^[\x21-\x7e]+$/.test(credential)) continue
        assert.equal((await users(system, credential)).status, 401, credential)
      }
    }
    const files = readdirSync(system.data)
    assert.equal(files.includes('users.db-wal'), engine === 'sqlite')
    const stored = [
      JSON.stringify(rows),
      ...files.map((file) => readFileSync(`${system.data}/${file}`, 'latin1')),
    ]
    const random = key.slice(3, -6)
    assert.ok(!stored.join('').includes(random), 'nowhere in a database, in no old page of it either')
    assert.ok(!system.logText().includes(random))
  })

  test('I64 a creation that is repeated makes one key, and does not show it again', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const headers = { 'idempotency-key': 'one' }
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => create(system, token, { name: 'once' }, headers)),
    )
    const first = replies.find((reply) => reply.status === 201)
    const repeated = [
      ...replies.filter((reply) => reply !== first),
      await create(system, token, { name: 'once' }, headers),
    ]
    assert.equal(repeated.length, 8)
    for (const reply of repeated) {
      assert.deepEqual([reply.status, reply.body.code], [409, 'api_key_shown_before'])
      assert.equal(reply.headers.get('location'), `/api/v1/api-keys/${first?.body.id}`)
    }
    const other = await create(system, token, { name: 'other' }, headers)
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
    assert.equal((await listed(system, token)).length, 1)
    const maker = await keyWith(system, 'keys:write', 'users:read')
    assert.equal(
      (await create(system, maker.key, { name: 'once' }, headers)).status,
      201,
      'the same Idempotency-Key of another caller is another one',
    )
  })

  test('a key stays good when the admin who made it has no rights any more, or is gone: it is not theirs', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const body = { name: 'Bob', email: 'bob@example.com', password: 'a long password', role: 'admin' }
    const bob = (await system.send('POST', `${system.usersUrl}/api/v1/users`, { token, body })).body
    const bobs = await system.logIn(bob.username, body.password)
    const { key } = (await create(system, bobs.access_token)).body
    const url = `${system.usersUrl}/api/v1/users/${bob.id}`
    for (const [method, change, refusal] of [
      ['PATCH', { role: 'user' }, 403],
      ['PATCH', { role: 'admin', status: 'suspended' }, 401],
      ['DELETE', undefined, 401],
    ] as const) {
      const done = await system.send(method, url, { token, body: change })
      assert.ok(done.status < 300, `${method}: ${done.status}`)
      assert.equal((await users(system, bobs.access_token)).status, refusal)
      assert.equal((await users(system, key)).status, 200, `${method} ${JSON.stringify(change)}`)
    }
    assert.equal((await listed(system, token))[0].created_by, bob.id, 'so that it can be found and revoked')
  })

  test('the user service knows its keys by itself: they work while the authentication service is away', async () => {
    const data = temporaryFolder()
    await using both = await startSystem({ data })
    const { key } = await keyWith(both, 'users:read')
    const settings = {
      LATCHKEY_SERVICE_TOKEN: both.serviceToken(),
      LATCHKEY_AUTH_URL: 'http://127.0.0.1:9',
    }
    await both.stop()
    await using alone = await startSystem({ data, services: 'users', settings })
    assert.equal((await users(alone, key)).status, 200)
    assert.equal((await users(alone, apiKeyOf(randomBytes(32)))).status, 401)
    await alone.stop()
    rmSync(data, { recursive: true })
  })

  test('the list is read page by page, in the order in which the keys were made', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const made: string[] = []
    for (let at = 0; at < 5; at++) made.push((await create(system, token, { name: `${at}` })).body.id)
    const seen: string[] = []
    let cursor: string | null = ''
    for (let page = 1; cursor !== null; page++) {
      const query = `?limit=2${cursor && `&cursor=${cursor}`}`
      const { body } = await system.send('GET', keysAt(system, query), { token })
      assert.ok(body.data.length <= 2 && page <= 3)
      seen.push(...body.data.map((one: { id: string }) => one.id))
      cursor = body.next_cursor
    }
    assert.deepEqual(seen, made.toSorted(), 'ids begin with the time')
    for (const query of ['?limit=0', '?limit=201', '?cursor=x', '?total=true']) {
      assert.equal((await system.send('GET', keysAt(system, query), { token })).status, 400, query)
    }
  })

  test('a machine that may write users makes and changes no admins: it would be one in two steps', async () => {
    const { user } = await system.admin()
    const ada = await system.signUp('ada4')
    const { key } = await keyWith(system, ...scopes.filter((scope) => scope !== 'events:read'))
    const patch = (id: string, body: object) =>
      system.send('PATCH', `${system.usersUrl}/api/v1/users/${id}`, { token: key, body })
    const eve = { name: 'Eve4', email: 'eve4@example.com', password: 'a long password' }
    const add = (body: object) =>
      system.send('POST', `${system.usersUrl}/api/v1/users`, { token: key, body: { ...eve, ...body } })
    for (const reply of [
      await add({ role: 'admin' }),
      await patch(ada.id, { role: 'admin' }),
      await patch(user.id, { email: 'eve4@example.com' }),
      await patch(user.id, { role: 'user' }),
    ])
      assert.deepEqual([reply.status, reply.body.code], [403, 'forbidden'])
    assert.equal((await add({ role: 'user' })).status, 201)
    assert.equal((await patch(ada.id, { email: 'countess@example.com', role: 'user' })).status, 200)
    const whole = await keyWith(system, ...scopes)
    const url = `${system.usersUrl}/api/v1/users/${ada.id}`
    const raised = await system.send('PATCH', url, { token: whole.key, body: { role: 'admin' } })
    assert.deepEqual([raised.status, raised.body.role], [200, 'admin'], 'what may do everything may make it')
  })
})
