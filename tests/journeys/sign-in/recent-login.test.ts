import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#contract/declaration/endpoint.ts'
import { type RpcRefusal, rpcClient } from '#tests/support/rpc-client.ts'
import { type HttpReply, type System, startSystem } from '#tests/support/system.ts'

const minute = 60_000
const settings = { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } as const

type Send = (token: string) => Promise<HttpReply>

/** Returns one request for each change whose effect outlasts the session of the admin who makes it. */
function lasting(
  system: System,
  {
    userId,
    webhookId,
    ...over
  }: { userId: string; webhookId: string; suspendedId: string; disabledId: string },
): Send[] {
  const at =
    (method: string, path: string, body?: object): Send =>
    (token) =>
      system.send(method, `${system.usersUrl}/api/v1${path}`, { token, body })
  const eve = { name: 'Eve', email: 'eve@example.com', password: 'a long password', role: 'admin' }
  return [
    at('POST', '/api-keys', { name: 'ci', scopes: ['users:read'] }),
    at('POST', '/webhooks', { url: 'http://127.0.0.1:9/new' }),
    at('PATCH', `/webhooks/${webhookId}`, { url: 'http://127.0.0.1:9/elsewhere' }),
    at('PATCH', `/webhooks/${webhookId}`, { event_types: ['user.created'] }),
    at('POST', `/webhooks/${webhookId}/rotate-secret`),
    at('POST', '/users', eve),
    at('PATCH', `/users/${userId}`, { role: 'admin' }),
    at('PATCH', `/users/${over.suspendedId}`, { status: 'active' }),
    at('PATCH', `/webhooks/${over.disabledId}`, { enabled: true }),
    at('PATCH', '/users/me', { email: 'mine@example.com' }),
  ]
}

async function prepare(system: System) {
  const admin = await system.admin()
  const { id: userId } = await system.signUp('ada')
  const succeed = async (method: string, path: string, body: object) => {
    const url = `${system.usersUrl}/api/v1${path}`
    const reply = await system.send(method, url, { token: admin.access_token, body })
    assert.ok(reply.status < 300, JSON.stringify(reply.body))
    return reply.body.id as string
  }
  const makeHook = () => succeed('POST', '/webhooks', { url: 'http://127.0.0.1:9/' })
  const [webhookId, disabledId] = [await makeHook(), await makeHook()]
  await succeed('PATCH', `/webhooks/${disabledId}`, { enabled: false })
  const grace = { name: 'Grace', email: 'grace@example.com', password: 'a long password', role: 'admin' }
  const suspendedId = await succeed('POST', '/users', grace)
  await succeed('PATCH', `/users/${suspendedId}`, { status: 'suspended' })
  return {
    admin,
    userId,
    suspendedId,
    sends: lasting(system, { userId, webhookId, suspendedId, disabledId }),
  }
}

test('I09 what outlasts a session needs a login that is at most five minutes old', async () => {
  await using system = await startSystem({ settings })
  const { admin, sends, userId, suspendedId } = await prepare(system)
  system.clock.advance(5 * minute + 1_000)
  for (const send of sends) {
    const reply = await send(admin.access_token)
    assert.deepEqual([reply.status, reply.body.code], [401, 'reauthentication_required'])
    const challenge = reply.headers.get('www-authenticate') ?? ''
    assert.match(challenge, /^Bearer realm="latchkey", error="insufficient_user_authentication", /)
    assert.match(challenge, /, max_age="300"$/)
  }
  using client = rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
  for (const request of [
    { id: userId, changes: { role: 'ROLE_ADMIN' }, update_mask: { paths: ['role'] } },
    { id: suspendedId, changes: { status: 'USER_STATUS_ACTIVE' }, update_mask: { paths: ['status'] } },
  ])
    await assert.rejects(
      client.call('UpdateUser', request, { token: admin.access_token }),
      ({ code, reason }: RpcRefusal) => code === 16 && reason === 'reauthentication_required',
    )
  for (const id of [userId, suspendedId, admin.user.id]) {
    const rename = await system.send('PATCH', `${system.usersUrl}/api/v1/users/${id}`, {
      token: admin.access_token,
      body: { name: 'Ada', metadata: { plan: 'free' } },
    })
    assert.equal(rename.status, 200, 'everything else goes on')
  }
  const { access_token: token } = await system.admin()
  for (const send of sends) {
    const { status, body } = await send(token)
    assert.ok(status < 300, JSON.stringify(body))
  }
})

test('a new address of one’s own, and the end of one’s account, need such a login too', async () => {
  await using system = await startSystem()
  const ada = await system.signUpAndLogIn('ada')
  const acts = (token: string) => {
    const own = (method: string, path: string, body?: object) =>
      system.send(method, `${system.usersUrl}${path}`, { token, body })
    return [
      () => own('PATCH', '/api/v1/users/me', { email: 'ada@example.org' }),
      () => own('DELETE', '/api/v1/users/me'),
      () => own('DELETE', `/users/${ada.user.id}`),
    ]
  }
  system.clock.advance(5 * minute + 1_000)
  for (const act of acts(ada.access_token)) {
    const { status, body } = await act()
    assert.deepEqual([status, body.code], [401, 'reauthentication_required'])
  }
  using client = rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
  await assert.rejects(
    client.call('DeleteUser', { id: ada.user.id }, { token: ada.access_token }),
    ({ code, reason }: RpcRefusal) => code === 16 && reason === 'reauthentication_required',
  )
  const spelled = { token: ada.access_token, body: { email: 'ADA@example.com', name: 'Ada' } }
  const sameAddress = await system.send('PATCH', `${system.usersUrl}/api/v1/users/me`, spelled)
  assert.equal(sameAddress.status, 200, 'another spelling of the same address is no other address')
  const [move, remove] = acts((await system.logIn('ada', ada.password)).access_token)
  assert.deepEqual([(await move?.())?.status, (await remove?.())?.status], [200, 204])
})

test('I91 a refresh is no login: it leaves the time of the login as it is', async () => {
  await using system = await startSystem({ settings })
  const { admin, sends } = await prepare(system)
  const authenticatedAt = async (token: string) =>
    (await system.send('GET', `${system.authUrl}/auth/validate`, { token })).body.authenticated_at
  const loggedInAt = await authenticatedAt(admin.access_token)
  assert.ok(Math.abs(Date.parse(loggedInAt) - system.clock.now()) < minute)
  let { refresh_token } = admin
  for (let round = 0; round < 3; round++) {
    system.clock.advance(5 * minute)
    const { body } = await system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token } })
    refresh_token = body.refresh_token
    const token = body.access_token
    assert.equal(await authenticatedAt(token), loggedInAt)
    const asked = { token: system.serviceToken(), body: { token } }
    const introspected = await system.send('POST', `${system.authUrl}/api/v1/auth/introspect`, asked)
    assert.equal(introspected.body.auth_time * 1_000, Date.parse(loggedInAt))
    for (const send of sends) assert.equal((await send(token)).body.code, 'reauthentication_required')
  }
})

test('a machine with a key has nothing to log in with, and goes on', async () => {
  await using system = await startSystem({ settings })
  const { admin, sends } = await prepare(system)
  const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, {
    token: admin.access_token,
    body: { name: 'deploy', scopes },
  })
  system.clock.advance(24 * 60 * minute)
  // The last request of the list above is left out: it changes `/users/me`, and an API key has no user.
  for (const send of sends.slice(0, -1)) {
    const { status, body } = await send(made.body.key)
    assert.ok(status < 300, JSON.stringify(body))
  }
})

test('I91 a token tells how and when its user proved who it is, as the session has it', async () => {
  await using system = await startSystem({ settings })
  const ada = await system.signUpAndLogIn('ada')
  const db = await system.database('auth')
  const claimsAfterRefresh = async (refreshToken: string) => {
    const { body } = await system.send('POST', `${system.authUrl}/auth/refresh`, {
      body: { refresh_token: refreshToken },
    })
    const [, payload = ''] = body.access_token.split('.')
    return {
      ...JSON.parse(Buffer.from(payload, 'base64url').toString()),
      ...body,
      refreshToken: body.refresh_token,
    }
  }
  const first = await claimsAfterRefresh(ada.refresh_token)
  assert.deepEqual([first.acr, first.amr], ['aal1', ['pwd']])
  const [session] = await db.query<{
    created_at: number
  }>`SELECT created_at FROM sessions WHERE id = ${ada.session_id}`
  const createdAt = session?.created_at ?? 0
  await db.query`
    UPDATE sessions SET amr = 'pwd otp mfa', authenticated_at = ${createdAt - 60_000} WHERE id = ${ada.session_id}`
  const second = await claimsAfterRefresh(first.refreshToken)
  assert.deepEqual([second.amr, second.auth_time], [['pwd', 'otp', 'mfa'], first.auth_time - 60])
  assert.equal(second.acr, 'aal2')
  const validated = await system.send('GET', `${system.authUrl}/auth/validate`, {
    token: second.access_token,
  })
  assert.deepEqual([validated.body.acr, validated.body.amr], ['aal2', ['pwd', 'otp', 'mfa']])
  const listed = await system.send('GET', `${system.authUrl}/api/v1/auth/sessions`, {
    token: second.access_token,
  })
  const { acr, amr, authenticated_at } = listed.body.data[0]
  assert.deepEqual(
    [acr, amr, Date.parse(authenticated_at)],
    ['aal2', ['pwd', 'otp', 'mfa'], createdAt - 60_000],
  )
  // Stores the session as an earlier version did, which had neither the column `amr` nor `authenticated_at`.
  await db.query`UPDATE sessions SET amr = NULL, authenticated_at = NULL WHERE id = ${ada.session_id}`
  const third = await claimsAfterRefresh(second.refreshToken)
  assert.deepEqual([third.amr, third.auth_time], [['pwd'], first.auth_time])
})
