import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LoginScene, startLoginScene, why } from '#tests/support/login-scene.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'

const settings = { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }
const owners = '203.0.113.7'
const strangers = '198.51.100.'

const from = (address: string) => ({ 'x-forwarded-for': address })
const begin = ({ system, ada }: LoginScene, address: string) =>
  system.send('POST', `${system.authUrl}/api/v1/auth/login`, {
    body: { username: ada.username, password: ada.password },
    headers: from(address),
  })
const complete = ({ system, users, ada }: LoginScene, login_token: string, address: string) =>
  system.send('POST', `${system.authUrl}/api/v1/auth/login/totp`, {
    body: { login_token, code: users.newCode(ada) },
    headers: from(address),
  })

onEachEngine((_start, engine) => {
  test('logins that wait push out none of another network, and the oldest of their own', async () => {
    await using scene = await startLoginScene(engine, settings)
    const { login_token: mine } = (await begin(scene, owners)).body
    const tokens: string[] = []
    for (let at = 0; at < 21; at++) {
      // Ids and digests are random, so only the time shows which login is the oldest.
      scene.clock.advance(1_000)
      tokens.push((await begin(scene, `${strangers}${at}`)).body.login_token)
    }
    const [first = '', second = ''] = tokens
    assert.deepEqual(why(await complete(scene, first, owners)), [401, 'login_expired'])
    assert.equal((await complete(scene, second, owners)).status, 200)
    assert.equal((await complete(scene, mine, owners)).status, 200, 'the login of the owner goes on')
  })

  test('a user has at most a thousand logins that wait, from however many networks', async () => {
    await using scene = await startLoginScene(engine, settings)
    const db = await scene.system.database('auth')
    const now = scene.clock.now()
    await db.query`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
      INSERT INTO logins (digest, user_id, step, amr, epoch, factors_version, counted_by, network, created_at, expires_at)
      SELECT 'digest ' || n, ${scene.ada.id}, 'second_factor', 'pwd', 0, 1, 'ada', 'network ' || n, CAST(${now} AS BIGINT) - n, ${now + 60_000}
      FROM numbers`
    assert.equal((await begin(scene, owners)).status, 401)
    const left = await db.query<{ digest: string }>`SELECT digest FROM logins`
    assert.equal(left.length, 1_000)
    assert.ok(!left.some(({ digest }) => digest === 'digest 1000'), 'the oldest is gone')
  })
})

/** This test runs on one database engine only, because this limit is counted in memory. */
test('a user begins a thousand logins at once in one network, and then one a second', async () => {
  await using scene = await startLoginScene('sqlite', settings)
  const { login_token: mine } = (await begin(scene, owners)).body
  for (let at = 0; at < 50; at++) {
    const replies = await Promise.all(Array.from({ length: 20 }, () => begin(scene, `${strangers}1`)))
    assert.ok(replies.every(({ body }) => body.code === 'second_factor_required'))
  }
  assert.deepEqual(why(await begin(scene, `${strangers}2`)), [429, 'sessions_limited'])
  assert.deepEqual(why(await begin(scene, owners)), [401, 'second_factor_required'])
  assert.equal((await complete(scene, mine, owners)).status, 200)
})
