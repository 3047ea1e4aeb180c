import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { sealingPurpose } from '#auth/core/keys/rotate-keys.ts'
import { findKeys, type StoredKey } from '#auth/core/keys/signing-key-store.ts'
import { logInEndpoint, refreshEndpoint } from '#contract/auth.ts'
import { validateTokenEndpoint } from '#contract/sessions/tokens.ts'
import { removeUserEndpoint, updateUserEndpoint } from '#contract/users.ts'
import { unseal } from '#runtime/sealing.ts'
import { call } from '#sdk/call.ts'
import { startLocalServer } from '#tests/support/local-server.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { newMasterKey } from '#tests/support/process.ts'
import { type System, stillClock } from '#tests/support/system.ts'

const minute = 60_000
const day = 24 * 60 * minute

const validate = (system: System, token: string) =>
  call(validateTokenEndpoint, {}, { baseUrl: system.authUrl, bearer: token })
const refresh = (system: System, token: string) =>
  call(refreshEndpoint, { body: { refresh_token: token } }, { baseUrl: system.authUrl })
const remove = (system: System, id: string, token: string) =>
  call(removeUserEndpoint, { params: { id } }, { baseUrl: system.usersUrl, bearer: token })
const logOut = (system: System, token: string) =>
  system.send('POST', `${system.authUrl}/auth/logout`, { token })

onEachEngine((startSystem) => {
  /** The system that is shared by all tests that use only users of their own. The other tests start their own system. */
  let system: System
  before(async () => {
    system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '1000' } })
  })
  after(() => system.stop())

  test('I19 a logout counts from the moment it is answered, for both tokens of the session', async () => {
    const ada = await system.signUpAndLogIn('ada')
    assert.equal((await logOut(system, ada.access_token)).status, 200)
    await assert.rejects(validate(system, ada.access_token), { code: 'session_ended', reason: 'logout' })
    await assert.rejects(refresh(system, ada.refresh_token), { code: 'session_ended', reason: 'logout' })
  })

  test('I21 a logout ends that session only, and a forged token ends none', async () => {
    const bob = await system.signUpAndLogIn('bob')
    const phone = await system.logIn('bob', bob.password)
    const [header, payload] = bob.access_token.split('.')
    const forged = `${header}.${payload}.${'A'.repeat(86)}`
    const reply = await logOut(system, forged)
    assert.deepEqual([reply.status, reply.body.code, reply.body.reason], [401, 'token_invalid', undefined])
    assert.equal((await validate(system, bob.access_token)).session_id, bob.session_id)
    await logOut(system, phone.access_token)
    assert.equal((await validate(system, bob.access_token)).session_id, bob.session_id)
  })

  test('an access token is good for 15 minutes, and logs out even later', async () => {
    await using system = await startSystem({ clock: stillClock() })
    const ada = await system.signUpAndLogIn('ada')
    assert.equal(ada.expires_in, 900)
    system.clock.advance(15 * minute - 5_000)
    await validate(system, ada.access_token)
    system.clock.advance(6_000)
    await assert.rejects(validate(system, ada.access_token), { code: 'token_expired' })
    assert.equal((await logOut(system, ada.access_token)).status, 200)
    await assert.rejects(refresh(system, ada.refresh_token), { code: 'session_ended', reason: 'logout' })
  })

  test('I24 a session ends 30 days after its last refresh, and 90 days after login whatever happens', async () => {
    await using system = await startSystem()
    const idle = await system.signUpAndLogIn('ada')
    let busy = await system.logIn('ada', idle.password)
    // The lifetime may be a second shorter than 30 days, because a second may begin between the login and its reply.
    assert.ok([0, 1].includes(30 * 24 * 60 * 60 - idle.refresh_expires_in))
    for (let day29 = 1; day29 <= 3; day29++) {
      system.clock.advance(29 * day)
      busy = await refresh(system, busy.refresh_token)
    }
    await assert.rejects(refresh(system, idle.refresh_token), { code: 'session_ended', reason: 'expired' })
    assert.ok(busy.refresh_expires_in <= 3 * 24 * 60 * 60, 'no refresh moves the absolute end')
    system.clock.advance(3 * day)
    await assert.rejects(refresh(system, busy.refresh_token), { code: 'session_ended', reason: 'expired' })
  })

  test('an access token is over no later than its session, also where that ends for want of a refresh', async () => {
    await using system = await startSystem({
      settings: { LATCHKEY_SESSION_IDLE: '5m' },
      clock: stillClock(),
    })
    const { access_token: token, ...pair } = await system.signUpAndLogIn('ada')
    assert.deepEqual([pair.expires_in, pair.refresh_expires_in], [5 * 60, 5 * 60])
    const expiresAt = Date.parse((await validate(system, token)).expires_at)
    assert.ok(expiresAt <= system.clock.now() + 5 * minute)
  })

  test('I29 a refresh may be repeated: within the grace window the same successor comes again', async () => {
    await using system = await startSystem({ clock: stillClock() })
    const ada = await system.signUpAndLogIn('ada')
    const first = await refresh(system, ada.refresh_token)
    system.clock.advance(25_000)
    const again = await refresh(system, ada.refresh_token)
    assert.equal(again.refresh_token, first.refresh_token, 'byte for byte')
    assert.equal((await validate(system, again.access_token)).user_id, ada.user.id)
    const next = await refresh(system, first.refresh_token)
    assert.notEqual(next.refresh_token, first.refresh_token)
  })

  test('I28 32 refreshes at once with one token give one successor, and log nobody out', async () => {
    let { refresh_token: token } = await system.signUpAndLogIn('carol')
    for (let round = 0; round < 10; round++) {
      const presented = token
      const pairs = await Promise.all(Array.from({ length: 32 }, () => refresh(system, presented)))
      const successors = new Set(pairs.map((pair) => pair.refresh_token))
      assert.equal(successors.size, 1, `round ${round}`)
      token = pairs[0]?.refresh_token ?? ''
      assert.notEqual(token, presented)
    }
  })

  test('I31 a refresh token that comes back after the grace window ends the session, for everybody', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const other = await system.logIn('ada', ada.password)
    const stolen = ada.refresh_token
    const successor = await refresh(system, stolen)
    system.clock.advance(31_000)
    await assert.rejects(refresh(system, stolen), { code: 'session_ended', reason: 'refresh_reused' })
    await assert.rejects(refresh(system, successor.refresh_token), {
      code: 'session_ended',
      reason: 'refresh_reused',
    })
    await assert.rejects(validate(system, successor.access_token), {
      code: 'session_ended',
      reason: 'refresh_reused',
    })
    await validate(system, other.access_token)
  })

  test('I30 the grace window is for the token just before, not for older ones', async () => {
    const dave = await system.signUpAndLogIn('dave')
    const second = await refresh(system, dave.refresh_token)
    await refresh(system, second.refresh_token)
    await assert.rejects(refresh(system, dave.refresh_token), {
      code: 'session_ended',
      reason: 'refresh_reused',
    })
  })

  test('I36 an access token never passes for a refresh token, nor the reverse', async () => {
    const erin = await system.signUpAndLogIn('erin')
    await assert.rejects(refresh(system, erin.access_token), { code: 'token_invalid' })
    await assert.rejects(validate(system, erin.refresh_token), { code: 'token_invalid' })
    assert.equal((await logOut(system, erin.refresh_token)).status, 401)
    await assert.rejects(remove(system, erin.user.id, erin.refresh_token), { code: 'token_invalid' })
    await validate(system, erin.access_token)
  })

  test('I38 I41 a refresh token counts only with our signature, key, type, issuer and audience', async () => {
    const frank = await system.signUpAndLogIn('frank')
    const database = await system.database('auth')
    const ourKey = Buffer.from(readFileSync(`${system.data}/master-key`, 'utf8'), 'base64')
    const stored = (await findKeys(database)).find(({ purpose }) => purpose === 'refresh') as StoredKey
    const key = { secret: unseal([ourKey], sealingPurpose('refresh', stored.kid), stored.sealedKey) }
    const [head = '', body = ''] = frank.refresh_token.split('.')
    const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const mint = (header: object, claims: object, secret = key.secret) => {
      const signed = `${encode({ ...decode(head), ...header })}.${encode({ ...decode(body), ...claims })}`
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    }
    assert.equal(mint({}, {}), frank.refresh_token, 'the test makes what the service makes')
    const forged = [
      mint({}, {}, Buffer.alloc(32)),
      mint({}, {}, Buffer.from('')),
      `${head}.${body}.${'A'.repeat(43)}`,
      mint({ typ: 'at+jwt' }, {}),
      mint({ typ: 'JWT' }, {}),
      mint({ alg: 'none' }, {}),
      mint({ alg: 'HS512' }, {}),
      mint({ kid: 'another' }, {}),
      mint({ crit: [] }, {}),
      mint({}, { iss: 'https://evil.example' }),
      mint({}, { aud: 'latchkey' }),
      mint({}, { aud: undefined }),
      mint({}, { jti: 'x' }),
      mint({}, { jti: undefined }),
    ]
    for (const token of forged) await assert.rejects(refresh(system, token), { code: 'token_invalid' })
    await refresh(system, frank.refresh_token)
  })

  test('I33 a refresh looks at the user as it is now, even when no order has arrived', async () => {
    const changes = [
      ["UPDATE users SET status = 'suspended'", 'user_suspended'],
      ['UPDATE users SET session_epoch = session_epoch + 1', 'revoked'],
      ['DELETE FROM users', 'user_deleted'],
    ] as const
    for (const [sql, reason] of changes) {
      await using system = await startSystem()
      const ada = await system.signUpAndLogIn('ada')
      await (await system.database('users')).execute(sql)
      await assert.rejects(refresh(system, ada.refresh_token), { code: 'session_ended', reason })
      await assert.rejects(validate(system, ada.access_token), { code: 'session_ended', reason })
    }
  })

  test('a refresh is refused below the epoch also when a node of an earlier version raised it and ended nothing', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    await (await system.database('users')).execute('UPDATE users SET session_epoch = 1')
    await (await system.database('auth')).execute('UPDATE session_epochs SET epoch = 1')
    const refused = { code: 'session_ended', reason: 'revoked' }
    await assert.rejects(refresh(system, ada.refresh_token), refused)
    await assert.rejects(validate(system, ada.access_token), refused)
  })

  test('the user service refuses the token of a deleted or suspended user, even when no order has arrived', async () => {
    const changes = [
      ["UPDATE users SET status = 'suspended'", 'user_suspended'],
      ['DELETE FROM users', 'user_deleted'],
    ] as const
    for (const [sql, reason] of changes) {
      await using system = await startSystem()
      const { access_token: token } = await system.signUpAndLogIn('ada')
      await (await system.database('users')).execute(sql)
      const reply = await system.send('GET', `${system.usersUrl}/api/v1/users/me`, { token })
      assert.deepEqual([reply.status, reply.body.code, reply.body.reason], [401, 'session_ended', reason])
    }
  })

  test('what cannot be a token costs the user service no question', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.signUpAndLogIn('ada')
    for (const odd of ['x', 'a.b.c', 'x'.repeat(9000), `${token}=`, token.replace('.', '..')]) {
      const reply = await system.send('GET', `${system.usersUrl}/api/v1/users/me`, { token: odd })
      assert.deepEqual([reply.status, reply.body.code], [401, 'token_invalid'])
    }
    assert.deepEqual(
      system.log.filter(({ endpoint, code }) => endpoint === 'checkToken' && code !== undefined),
      [],
    )
  })

  test('I34 whoever comes first, nothing of the session lives once the logout is answered', async () => {
    const { password } = await system.signUp('grace')
    for (let round = 0; round < 10; round++) {
      const pair = await system.logIn('grace', password)
      const refreshing = Array.from({ length: 4 }, () =>
        refresh(system, pair.refresh_token).catch(() => undefined),
      )
      const loggedOut = logOut(system, pair.access_token)
      const successors = await Promise.all(refreshing)
      assert.equal((await loggedOut).status, 200)
      for (const successor of [pair, ...successors]) {
        if (!successor) continue
        await assert.rejects(validate(system, successor.access_token), {
          code: 'session_ended',
          reason: 'logout',
        })
        await assert.rejects(refresh(system, successor.refresh_token), {
          code: 'session_ended',
          reason: 'logout',
        })
      }
    }
  })

  test('refresh token was never issued is refused and raises an alarm', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const second = await refresh(system, ada.refresh_token)
    await (await system.database('auth')).execute('UPDATE sessions SET generation = 1')
    await assert.rejects(refresh(system, second.refresh_token), { code: 'token_invalid' })
    assert.ok(system.log.some((line) => line.level === 'error' && line.event === 'token.impossible'))
  })

  test('I08 I20 when a user is deleted all of its sessions are over before the reply', async () => {
    const admin = await system.admin()
    const heidi = await system.signUpAndLogIn('heidi')
    const phone = await system.logIn('heidi', heidi.password)
    await remove(system, heidi.user.id, admin.access_token)
    for (const pair of [heidi, phone]) {
      await assert.rejects(validate(system, pair.access_token), {
        code: 'session_ended',
        reason: 'user_deleted',
      })
      await assert.rejects(refresh(system, pair.refresh_token), {
        code: 'session_ended',
        reason: 'user_deleted',
      })
    }
    await assert.rejects(system.logIn('heidi', heidi.password), { code: 'invalid_credentials' })
  })

  test('I07 whoever registers a freed name is another user, and old tokens stay dead', async () => {
    const ivan = await system.signUpAndLogIn('ivan')
    await remove(system, ivan.user.id, ivan.access_token)
    const again = await system.signUpAndLogIn('ivan')
    assert.notEqual(again.user.id, ivan.user.id)
    await assert.rejects(validate(system, ivan.access_token), { code: 'session_ended' })
    await validate(system, again.access_token)
  })

  test('I20 a suspended user is out at once, and back only by a new login once active again', async () => {
    const { access_token: bearer } = await system.admin()
    const judy = await system.signUpAndLogIn('judy')
    const setStatus = (status: 'active' | 'suspended') =>
      call(
        updateUserEndpoint,
        { params: { id: judy.user.id }, body: { status } },
        { baseUrl: system.usersUrl, bearer },
      )
    await setStatus('suspended')
    await assert.rejects(validate(system, judy.access_token), {
      code: 'session_ended',
      reason: 'user_suspended',
    })
    await assert.rejects(system.logIn('judy', judy.password), { code: 'invalid_credentials' })
    await setStatus('active')
    await assert.rejects(refresh(system, judy.refresh_token), {
      code: 'session_ended',
      reason: 'user_suspended',
    })
    const fresh = await system.logIn('judy', judy.password)
    await validate(system, fresh.access_token)
  })

  test('I08 logins that race a deletion leave no session that lives', async () => {
    await using system = await startSystem()
    const admin = await system.admin()
    for (let round = 0; round < 5; round++) {
      const ada = await system.signUp(`ada${round}`)
      const logins = Array.from({ length: 6 }, () =>
        system.logIn(ada.username, ada.password).catch(() => undefined),
      )
      await remove(system, ada.id, admin.access_token)
      for (const pair of await Promise.all(logins)) {
        if (pair) await assert.rejects(validate(system, pair.access_token), { code: 'session_ended' })
      }
    }
  })

  test('an order to end sessions that comes late spares the sessions that began after the change', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const order = { user_id: ada.user.id, epoch: 1, reason: 'password_changed' }
    await (await system.database('users')).execute('UPDATE users SET session_epoch = 1')
    const later = await system.logIn('ada', ada.password)
    // The login tells of the new epoch before the order does, but not why it rose.
    await assert.rejects(validate(system, ada.access_token), { code: 'session_ended', reason: 'revoked' })
    for (let time = 1; time <= 2; time++) {
      const url = `${system.authUrl}/internal/sessions/end`
      assert.equal(
        (await system.send('POST', url, { token: system.serviceToken(), body: order })).status,
        200,
      )
      await assert.rejects(validate(system, ada.access_token), { code: 'session_ended', reason: 'revoked' })
      await validate(system, later.access_token)
    }
  })

  test('I69 without the user service: login and refresh say 503 and change nothing, validate and logout go on', async () => {
    await using users = await startSystem()
    const { password } = await users.signUp('ada')
    const token = users.serviceToken()
    await using proxy = await breakableProxy(users.usersUrl)
    const settings = {
      LATCHKEY_USERS_URL: proxy.url,
      LATCHKEY_SERVICE_TOKEN: token,
      LATCHKEY_MASTER_KEY: masterKey,
    }
    await using auth = await startSystem({ services: 'auth', settings })
    const pair = await auth.logIn('ada', password)
    const phone = await auth.logIn('ada', password)

    proxy.setBroken(true)
    const body = { username: 'ada', password }
    const login = await auth.send('POST', `${auth.authUrl}/auth/login`, { body })
    assert.deepEqual([login.status, login.body.code], [503, 'user_service_unavailable'])
    assert.ok(login.headers.get('retry-after'))
    await assert.rejects(refresh(auth, pair.refresh_token), { code: 'user_service_unavailable' })
    await validate(auth, pair.access_token)
    assert.equal((await auth.send('GET', `${auth.authUrl}/health`)).status, 200)
    assert.equal((await logOut(auth, phone.access_token)).status, 200)
    await assert.rejects(validate(auth, phone.access_token), { code: 'session_ended', reason: 'logout' })

    proxy.setBroken(false)
    await refresh(auth, pair.refresh_token)
  })

  test('the order to end sessions is kept while the auth service is away, and carried out when it is back', async () => {
    await using authProxy = await breakableProxy('http://127.0.0.1:9')
    const common = { LATCHKEY_SERVICE_TOKEN: serviceToken, LATCHKEY_MASTER_KEY: masterKey }
    await using users = await startSystem({
      services: 'users',
      settings: { ...common, LATCHKEY_AUTH_URL: authProxy.url },
    })
    await using auth = await startSystem({
      services: 'auth',
      settings: { ...common, LATCHKEY_USERS_URL: users.usersUrl },
    })
    authProxy.setTarget(auth.authUrl)
    const { id, password } = await users.signUp('ada')
    const ada = await auth.logIn('ada', password)

    // The proxy lets one request through, the check of the token. Then it breaks, so that the order to end the sessions is not
    // delivered.
    authProxy.breakAfter(1)
    const removed = await users.send('DELETE', `${users.usersUrl}/users/${id}`, { token: ada.access_token })
    assert.equal(removed.status, 200)
    await validate(auth, ada.access_token)
    await assert.rejects(refresh(auth, ada.refresh_token), { code: 'session_ended', reason: 'user_deleted' })

    const bob = await users.signUp('bob')
    const bobs = await auth.logIn('bob', bob.password)
    authProxy.setBroken(false)
    authProxy.breakAfter(1)
    assert.equal(
      (await users.send('DELETE', `${users.usersUrl}/users/${bob.id}`, { token: bobs.access_token })).status,
      200,
    )
    await validate(auth, bobs.access_token)
    authProxy.setBroken(false)
    users.clock.advance(2 * minute)
    await eventually(() =>
      assert.rejects(validate(auth, bobs.access_token), { code: 'session_ended', reason: 'user_deleted' }),
    )
  })

  test('I20 a deletion ends the sessions before its reply even when an earlier order still waits', async () => {
    await using proxy = await breakableProxy('http://127.0.0.1:9')
    const common = { LATCHKEY_SERVICE_TOKEN: serviceToken, LATCHKEY_MASTER_KEY: masterKey }
    await using users = await startSystem({
      services: 'users',
      settings: { ...common, LATCHKEY_AUTH_URL: proxy.url },
    })
    await using auth = await startSystem({
      services: 'auth',
      settings: { ...common, LATCHKEY_USERS_URL: users.usersUrl },
    })
    proxy.setTarget(auth.authUrl)
    const { password: adminPassword } = await firstAdmin(users)
    const { access_token: admin } = await auth.logIn('admin', adminPassword)
    const ada = await users.signUp('ada')
    const pair = await auth.logIn('ada', ada.password)
    proxy.breakAfter(1)
    const url = `${users.usersUrl}/api/v1/users/${ada.id}`
    assert.equal(
      (await users.send('PATCH', url, { token: admin, body: { status: 'suspended' } })).status,
      200,
    )
    await validate(auth, pair.access_token)
    proxy.setBroken(false)
    assert.equal((await users.send('DELETE', url, { token: admin })).status, 204)
    await assert.rejects(validate(auth, pair.access_token), { code: 'session_ended' })
  })

  test('I23 every login is a session of its own, whatever the client sends', async () => {
    const lena = await system.signUpAndLogIn('lena')
    const again = await system.logIn('lena', lena.password)
    assert.notEqual(again.session_id, lena.session_id)
    const body = { username: 'lena', password: lena.password, session_id: lena.session_id }
    await assert.rejects(call(logInEndpoint, { body }, { baseUrl: system.authUrl }), {
      code: 'invalid_request',
    })
  })

  test('the keys that verify access tokens are published, and only their public part', async () => {
    const { access_token: token } = await system.signUpAndLogIn('mia')
    const { status, body } = await system.send('GET', `${system.authUrl}/.well-known/jwks.json`)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body.keys[0]).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    const [header = '', payload = '', signature = ''] = token.split('.')
    const key = await crypto.subtle.importKey('jwk', body.keys[0], 'Ed25519', false, ['verify'])
    const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    assert.deepEqual(decode(header), { alg: 'EdDSA', kid: body.keys[0].kid, typ: 'at+jwt' })
    const signed = new TextEncoder().encode(`${header}.${payload}`)
    assert.ok(await crypto.subtle.verify('Ed25519', key, Buffer.from(signature, 'base64url'), signed))
    const names = [
      'iss',
      'aud',
      'sub',
      'client_id',
      'sid',
      'jti',
      'iat',
      'exp',
      'auth_time',
      'acr',
      'amr',
      'role',
      'scope',
      'username',
    ]
    assert.deepEqual(Object.keys(decode(payload)).sort(), names.sort())
  })

  const masterKey = newMasterKey()
  const serviceToken = 'T2mZq8Wn5vKx1RbLc7Yd4HsGf9Jp3EuAoNiV6tXk'

  const firstAdmin = async (system: System) => ({
    password: readFileSync(`${system.data}/admin-password`, 'utf8').trim(),
  })

  /**
   * Starts a proxy that passes requests on to a service. Once it is broken, it closes connections without an answer. The requests by
   * which one service sees every few seconds whether the other one answers have an empty list, and are not counted.
   */
  async function breakableProxy(firstTarget: string) {
    let target = firstTarget
    let remaining = Number.POSITIVE_INFINITY
    const server = await startLocalServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const isLook = /^\{"\w+":\[\]\}$/.test(String(Buffer.concat(chunks)))
      if (remaining <= 0) return void request.socket.destroy()
      if (!isLook) remaining--
      const { authorization = '', 'content-type': contentType = '' } = request.headers
      const reply = await fetch(`${target}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { authorization, ...(contentType ? { 'content-type': contentType } : {}) },
        body: chunks.length > 0 ? Buffer.concat(chunks) : null,
      }).catch(() => undefined)
      if (!reply) return void request.socket.destroy()
      response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' })
      response.end(Buffer.from(await reply.arrayBuffer()))
    })
    return {
      ...server,
      setTarget: (url: string) => {
        target = url
      },
      setBroken: (broken: boolean) => {
        remaining = broken ? 0 : Number.POSITIVE_INFINITY
      },
      breakAfter: (requests: number) => {
        remaining = requests
      },
    }
  }

  async function eventually(check: () => Promise<void>): Promise<void> {
    const deadline = Date.now() + 90_000
    for (;;) {
      try {
        return await check()
      } catch (error) {
        if (Date.now() > deadline) throw error
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
})
