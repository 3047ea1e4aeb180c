import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  byTotp,
  claimsOf,
  type LoginScene,
  logIn,
  post,
  startLoginScene,
  why,
} from '#tests/support/login-scene.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'

const day = 24 * 60 * 60_000
const factorWanted = [401, 'second_factor_required']

/** Logs ada in on a device that is remembered. Returns the device token and the tokens of the session. */
async function remember({ system, users, ada, begin }: LoginScene) {
  const token = await begin()
  const { status, body } = await byTotp(system, token, users.newCode(ada), { remember_device: true })
  assert.equal(status, 200)
  assert.match(body.device_token, /^lk_device_/)
  return body
}

const listOf = ({ system }: LoginScene, token: string, user = 'me') =>
  system.send('GET', `${system.authUrl}/api/v1/users/${user}/devices`, { token })

onEachEngine((_, engine) => {
  test('I118 a remembered device replaces the second factor for 30 days, and nothing more', async () => {
    await using scene = await startLoginScene(engine)
    const { system, ada, users, clock } = scene
    const { device_token } = await remember(scene)
    const done = await logIn(system, ada, { device_token })
    assert.equal(done.status, 200)
    const { acr, amr } = claimsOf(done.body.access_token)
    assert.deepEqual([acr, amr], ['aal1', ['pwd']], 'it proves nothing')
    const wrong = await logIn(system, { ...ada, password: 'wrong' }, { device_token })
    assert.deepEqual(why(wrong), [401, 'invalid_credentials'], 'it is no password')
    const stepped = await post(system, 'step-up', { password: ada.password }, done.body.access_token)
    assert.deepEqual(why(stepped), [400, 'second_factor_required'], 'it is no step-up')
    const db = await system.database('auth')
    const stored = JSON.stringify(await db.query`SELECT * FROM known_devices`)
    assert.ok(!stored.includes(device_token.slice('lk_device_'.length)), 'only a digest is stored')
    assert.ok(!system.logText().includes(device_token))
    const grace = users.addUser('grace')
    users.addFactors(grace)
    assert.deepEqual(why(await logIn(system, grace, { device_token })), factorWanted, 'it is of one user')
    clock.advance(30 * day - 1_000)
    assert.equal((await logIn(system, ada, { device_token })).status, 200, 'no login prolongs it')
    clock.advance(1_000)
    assert.deepEqual(why(await logIn(system, ada, { device_token })), factorWanted)
  })

  test('I119 a change of the password or of a factor ends the remembered devices', async () => {
    await using scene = await startLoginScene(engine)
    const { system, ada, users } = scene
    for (const change of [() => ada.epoch++, () => users.addFactors(ada)]) {
      const { device_token } = await remember(scene)
      assert.equal((await logIn(system, ada, { device_token })).status, 200)
      change()
      assert.deepEqual(why(await logIn(system, ada, { device_token })), factorWanted)
      const db = await system.database('auth')
      assert.deepEqual(await db.query`SELECT id FROM known_devices`, [], 'and they are forgotten')
    }
  })

  test('people see their devices and forget them; nobody else’s', async () => {
    await using scene = await startLoginScene(engine)
    const { system, ada, users } = scene
    const first = await remember(scene)
    const { access_token: token } = first
    await remember(scene)
    const { body } = await listOf(scene, token)
    assert.equal(body.data.length, 2)
    const [device] = body.data
    assert.deepEqual(Object.keys(device), ['id', 'name', 'address', 'remembered_at', 'expires_at'])
    assert.equal(Date.parse(device.expires_at) - Date.parse(device.remembered_at), 30 * day)
    const bob = (await logIn(system, users.addUser('bob'))).body
    assert.deepEqual(why(await listOf(scene, bob.access_token, ada.id)), [404, 'user_not_found'])
    const forget = (user: string, id: string, by: string) =>
      system.send('DELETE', `${system.authUrl}/api/v1/users/${user}/devices/${id}`, { token: by })
    assert.deepEqual(why(await forget(ada.id, device.id, bob.access_token)), [403, 'forbidden'])
    assert.equal((await forget('me', device.id, bob.access_token)).status, 204, 'one’s own only')
    assert.equal((await logIn(system, ada, { device_token: first.device_token })).status, 200)
    for (const id of [device.id, device.id, 'nonsense'])
      assert.equal((await forget('me', id, token)).status, 204)
    assert.deepEqual(why(await logIn(system, ada, { device_token: first.device_token })), factorWanted)
    assert.equal((await listOf(scene, token)).body.data.length, 1)
    const db = await system.database('auth')
    const events = await db.query<{ type: string }>`
      SELECT type FROM events WHERE type LIKE 'device.%' ORDER BY recorded_at, id`
    assert.deepEqual(
      events.map(({ type }) => type),
      ['device.remembered', 'device.remembered', 'device.forgotten'],
    )
  })

  test('a user has twenty remembered devices at most: the oldest makes room', async () => {
    await using scene = await startLoginScene(engine)
    const { system, ada, clock } = scene
    const tokens: string[] = []
    let last = ''
    for (let one = 0; one < 21; one++) {
      clock.advance(1_000)
      const { device_token, access_token } = await remember(scene)
      tokens.push(device_token)
      last = access_token
    }
    assert.equal((await listOf(scene, last)).body.data.length, 20)
    const [oldest, second] = tokens
    assert.deepEqual(why(await logIn(system, ada, { device_token: oldest })), factorWanted)
    assert.equal((await logIn(system, ada, { device_token: second })).status, 200)
  })

  test('the guesses of strangers do not keep an owner out who has a remembered device', async () => {
    await using scene = await startLoginScene(engine, { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' })
    const { system, ada } = scene
    const from = (address: string, body: object) =>
      system.send('POST', `${system.authUrl}/auth/login`, {
        body: { username: 'ada', ...body },
        headers: { 'x-forwarded-for': address },
      })
    const { device_token } = await remember(scene)
    for (let guess = 0; guess < 6; guess++) await from('203.0.113.9', { password: 'wrong' })
    const { password } = ada
    assert.deepEqual(why(await from('198.51.100.7', { password })), [429, 'login_name_limited'])
    const home = await from('198.51.100.7', { password, device_token })
    assert.equal(home.status, 200)
    for (let guess = 0; guess < 5; guess++)
      assert.equal((await from('198.51.100.7', { password: 'wrong', device_token })).status, 401)
    const reply = await from('198.51.100.7', { password, device_token })
    assert.deepEqual(why(reply), [429, 'login_name_limited'], 'a thief of the device gets five guesses')
  })

  test('a device gives no guesses of its own after all sessions of its user have ended', async () => {
    await using scene = await startLoginScene(engine)
    const { system, ada } = scene
    const { device_token } = await remember(scene)
    const auth = await system.database('auth')
    await auth.query`
      INSERT INTO session_epochs (user_id, epoch) VALUES (${ada.id}, 100)
      ON CONFLICT (user_id) DO UPDATE SET epoch = 100`
    const guess = () => logIn(system, { ...ada, password: 'wrong' }, { device_token })
    for (let wrong = 0; wrong < 5; wrong++) assert.equal((await guess()).status, 401)
    const buckets = await auth.query<{
      bucket: string
    }>`SELECT bucket FROM login_attempts WHERE bucket LIKE '%device%'`
    assert.deepEqual(buckets, [])
  })

  test('the devices of others give no more guesses at a password', async () => {
    await using scene = await startLoginScene(engine)
    const { system, users, clock } = scene
    const tokens: string[] = []
    for (let one = 0; one < 3; one++) {
      clock.advance(1_000)
      tokens.push((await remember(scene)).device_token)
    }
    const bob = users.addUser('bob')
    const guess = (device_token?: string) => logIn(system, { ...bob, password: 'wrong' }, { device_token })
    for (let wrong = 0; wrong < 5; wrong++) assert.equal((await guess(tokens[wrong % 3])).status, 401)
    for (const token of [...tokens, undefined])
      assert.deepEqual(why(await guess(token)), [429, 'login_name_limited'])
  })
})
