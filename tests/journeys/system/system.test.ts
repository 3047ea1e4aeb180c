import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { noteBackup } from '#cli/transfer/last-backup.ts'
import type { SigningKeyResource } from '#contract/system/system.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { storedEvents } from '#tests/support/stored.ts'
import { type System, stillClock } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const day = 86_400_000
const keysAt = (system: System, path = '') => `${system.authUrl}/api/v1/signing-keys${path}`

async function keysOf(system: System, token: string, purpose = 'access'): Promise<SigningKeyResource[]> {
  const { status, body } = await system.send('GET', keysAt(system), { token })
  assert.equal(status, 200)
  return body.data.filter((key: SigningKeyResource) => key.purpose === purpose)
}

onEachEngine((startSystem) => {
  test('an admin sees how old the signing keys are, and rotates one, which is an act with an author', async () => {
    const clock = stillClock()
    await using system = await startSystem({ clock })
    const admin = await system.admin()
    const token = admin.access_token
    const [first, ...others] = await keysOf(system, token)
    assert.deepEqual(others, [])
    assert.equal(first?.status, 'active')
    assert.equal(Date.parse(first.retires_at ?? ''), Date.parse(first.signs_from ?? '') + 90 * day)
    clock.advance(60_000)
    const begun = clock.now()
    const rotate = (body: object) => system.send('POST', keysAt(system, '/rotate'), { token, body })
    const rotated = await rotate({ purpose: 'access' })
    assert.equal(rotated.status, 200)
    const next = (await keysOf(system, token)).find(({ status }) => status === 'next')
    assert.equal(Date.parse(next?.signs_from ?? ''), begun + day)
    const [replaced] = await keysOf(system, token)
    assert.equal(replaced?.retires_at, next?.signs_from, 'the active key is replaced by the next one')
    await rotate({ purpose: 'access' })
    assert.equal((await keysOf(system, token)).length, 2, 'a next key that waits is not replaced')
    assert.equal((await rotate({ purpose: 'access', now: true })).status, 200)
    const after = await keysOf(system, token)
    assert.deepEqual(
      after.map(({ kid, status }) => [kid, status]),
      [
        [first.kid, 'retired'],
        [next?.kid, 'active'],
      ],
    )
    assert.equal(after[0]?.retires_at, null)
    assert.ok(Date.parse(after[0]?.removed_at ?? '') > begun + 15 * 60_000)
    assert.equal((await rotate({ purpose: 'id_token' })).body.code, 'signing_key_not_found')
    const users = await system.database('users')
    const acts = () => users.query<{ actor: string }>`SELECT actor FROM acts WHERE type = 'keys.rotated'`
    await until('the acts are known', async () => (await acts()).length === 2)
    const me = (await system.send('GET', `${system.usersUrl}/api/v1/users/me`, { token })).body.id
    assert.deepEqual(
      (await acts()).map(({ actor }) => actor),
      [me, me],
    )
    const told = await storedEvents(users, 'keys.rotated')
    assert.deepEqual(
      told.map(({ data }) => [data.by, data.by_address]),
      [
        [me, '127.0.0.1'],
        [me, '127.0.0.1'],
      ],
    )
  })

  test('at most 20 signing keys of a purpose are kept, however often an admin replaces them', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const body = { purpose: 'access', now: true }
    const rotate = () => system.send('POST', keysAt(system, '/rotate'), { token, body })
    for (let kept = 2; kept <= 20; kept++) assert.equal((await rotate()).status, 200)
    const more = await rotate()
    assert.deepEqual([more.status, more.body.code], [429, 'changes_limited'])
    assert.equal((await keysOf(system, token)).length, 20)
    system.clock.advance(2 * day)
    const { access_token: later } = await system.admin()
    await until('the retired keys to be removed', async () => (await keysOf(system, later)).length < 20)
    assert.equal((await system.send('POST', keysAt(system, '/rotate'), { token: later, body })).status, 200)
  })

  test('who logged in long ago, and who has no right, rotates nothing and reads nothing', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const ada = await system.signUpAndLogIn('ada')
    system.clock.advance(6 * 60_000)
    const body = { purpose: 'access', now: true }
    const late = await system.send('POST', keysAt(system, '/rotate'), { token, body })
    assert.equal(late.body.code, 'reauthentication_required')
    for (const [method, url] of [
      ['GET', keysAt(system)],
      ['POST', keysAt(system, '/rotate')],
      ['GET', `${system.authUrl}/api/v1/system/settings`],
      ['GET', `${system.authUrl}/api/v1/system/authentication-service`],
      ['GET', `${system.usersUrl}/api/v1/system/user-service`],
    ] as const) {
      const sent = { token: ada.access_token, ...(method === 'POST' ? { body } : {}) }
      assert.equal((await system.send(method, url, sent)).body.code, 'forbidden', url)
    }
    assert.equal((await keysOf(system, token)).length, 1)
  })

  test('settings are shown with their origin and without secrets, and each service says how it is', async () => {
    const secret = `smtp://postmaster:very-secret-word@mail.example.com`
    const mail = { LATCHKEY_SMTP_URL: secret, LATCHKEY_MAIL_FROM: 'id@example.com', LATCHKEY_MAILBOX: 'off' }
    await using system = await startSystem({ settings: mail })
    const { access_token: token } = await system.admin()
    const get = async (url: string) => (await system.send('GET', url, { token })).body
    const { data } = await get(`${system.authUrl}/api/v1/system/settings`)
    const of = (name: string) => data.find((one: { name: string }) => one.name === name)
    assert.deepEqual(of('LATCHKEY_KEY_ROTATION'), {
      name: 'LATCHKEY_KEY_ROTATION',
      value: '90d',
      is_hidden: false,
      origin: 'default',
    })
    assert.equal(of('LATCHKEY_MAIL_FROM').origin, 'environment')
    assert.equal(of('LATCHKEY_MASTER_KEY').value, null)
    assert.doesNotMatch(JSON.stringify(data), /very-secret-word/)
    mkdirSync(system.data, { recursive: true })
    const at = Date.parse('2026-11-20T03:00:00.000Z')
    noteBackup(system.data, at)
    const states = [
      await get(`${system.authUrl}/api/v1/system/authentication-service`),
      await get(`${system.usersUrl}/api/v1/system/user-service`),
    ]
    const { engine } = await system.database('auth')
    for (const state of states) {
      assert.equal(state.database.engine, engine)
      assert.match(state.database.version, /^\d+\.\d/)
      assert.deepEqual([state.node, state.workers], [process.versions.node, 1])
      assert.deepEqual([state.mail_server, state.certificate_expires_at], [true, null])
      assert.equal(state.last_backup_at, new Date(at).toISOString())
    }
    const users = await system.database('users')
    const now = system.clock.now()
    for (const [id, attempts] of [
      ['1', 0],
      ['2', 3],
    ] as const)
      await users.query`
        INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts)
        VALUES (${id}, 'nowhere', 'x', ${id}, 1, '{}', ${now}, ${now - 90_000}, ${attempts})`
    const { backlog } = await get(`${system.usersUrl}/api/v1/system/user-service`)
    const waiting = backlog.find(({ sink }: { sink: string }) => sink === 'nowhere')
    assert.partialDeepStrictEqual(waiting, { waiting: 2, failing: 1, dead_letters: 0 })
    assert.ok(waiting.overdue_seconds >= 90)
  })
})
