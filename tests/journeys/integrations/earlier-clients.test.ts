import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { startLocalServer } from '#tests/support/local-server.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { startSystem } from '#tests/support/system.ts'

onEachEngine((startSystem) => {
  test('login and refresh say when the access token expires, as its validation does', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const body = { refresh_token: ada.refresh_token }
    const refreshed = await system.send('POST', `${system.authUrl}/auth/refresh`, { body })
    for (const { access_token: token, expires_at } of [ada, refreshed.body]) {
      const { body } = await system.send('GET', `${system.authUrl}/auth/validate`, { token })
      assert.equal(expires_at, body.expires_at)
    }
    using auth = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')
    const { tokens } = await auth.call('Login', { username: 'ada', password: ada.password })
    const validated = await auth.call('ValidateToken', {}, { token: tokens.access_token })
    assert.ok(tokens.expires_at)
    assert.deepEqual(tokens.expires_at, validated.expires_at)
    assert.equal(tokens.user.is_active, true)
  })

  test('is_active says of a user whether its status is active', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const ada = await system.signUp('ada')
    assert.equal(ada.is_active, true)
    const users = `${system.usersUrl}/api/v1/users`
    using rpc = rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
    for (const [status, isActive] of [
      ['suspended', false],
      ['active', true],
    ] as const) {
      const changed = await system.send('PATCH', `${users}/${ada.id}`, { token, body: { status } })
      const found = await system.send('GET', `${system.usersUrl}/users/username/ada`, { token })
      const listed = await system.send('GET', `${users}?q=ada`, { token })
      for (const user of [changed.body, found.body, listed.body.data[0]])
        assert.deepEqual([user.status, user.is_active], [status, isActive])
      assert.equal((await rpc.call('GetUser', { id: ada.id }, { token })).user.is_active, isActive)
    }
    const odd = await system.send('PATCH', `${users}/${ada.id}`, { token, body: { is_active: false } })
    assert.deepEqual(
      [odd.status, odd.body.errors[0].pointer],
      [400, '/is_active'],
      '`status` is what is changed',
    )
  })
})

/** Starts a proxy that makes a user service look like the previous version: it removes `is_active` from the replies. */
const earlierUserService = (usersUrl: string) =>
  startLocalServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { authorization = '', 'content-type': type = '' } = request.headers
    const reply = await fetch(`${usersUrl}${request.url}`, {
      method: 'POST',
      headers: { authorization, 'content-type': type },
      body: Buffer.concat(chunks),
    })
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end((await reply.text()).replace(/"is_active":\w+,/g, ''))
  })

test('login and refresh work beside a user service of the version before', async () => {
  await using users = await startSystem()
  const { password } = await users.signUp('ada')
  await using earlier = await earlierUserService(users.usersUrl)
  await using auth = await startSystem({
    services: 'auth',
    settings: {
      LATCHKEY_USERS_URL: earlier.url,
      LATCHKEY_SERVICE_TOKEN: users.serviceToken(),
      LATCHKEY_MASTER_KEY: randomBytes(32).toString('base64'),
    },
  })
  const pair = await auth.logIn('ada', password)
  assert.equal(pair.user.is_active, true)
  const body = { refresh_token: pair.refresh_token }
  const refreshed = await auth.send('POST', `${auth.authUrl}/auth/refresh`, { body })
  assert.deepEqual([refreshed.status, refreshed.body.user.is_active], [200, true])
})
