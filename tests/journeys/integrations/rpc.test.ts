import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect } from 'node:http2'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { status } from '@grpc/grpc-js'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { startProcess } from '#tests/support/process.ts'
import { type RpcClient, rpcClient } from '#tests/support/rpc-client.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const usersOf = (system: System): RpcClient => rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
const authOf = (system: System): RpcClient => rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')

onEachEngine((startSystem) => {
  test('a user is made, read, changed and deleted by gRPC, and HTTP sees the same one', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    using users = usersOf(system)
    const made = await users.call(
      'CreateUser',
      {
        name: 'Bob',
        email: 'bob@example.com',
        metadata: { fields: { plan: { stringValue: 'free' }, seats: { numberValue: 3 } } },
      },
      { token },
    )
    const { id } = made.user
    const seen = await system.send('GET', `${system.usersUrl}/api/v1/users/${id}`, { token })
    assert.deepEqual(
      [seen.body.username, seen.body.metadata, seen.headers.get('etag')],
      ['bob', { plan: 'free', seats: 3 }, made.etag],
    )
    assert.equal(made.user.role, 'ROLE_USER')
    for (const [rpc, request] of [
      ['GetUser', { id }],
      ['GetUserByEmail', { email: 'Bob@example.com' }],
      ['GetUserByUsername', { username: 'BOB' }],
    ] as const)
      assert.deepEqual((await users.call(rpc, request, { token })).user, made.user)

    const listed = await users.call('ListUsers', { page_size: 1, count_total: true }, { token })
    assert.deepEqual([listed.users[0].username, listed.total], ['admin', 2])
    const rest = await users.call('ListUsers', { page_token: listed.next_page_token }, { token })
    assert.deepEqual([rest.users[0].id, rest.next_page_token], [id, ''])

    const changes = { name: 'Robert', username: 'rob' }
    const named = await users.call(
      'UpdateUser',
      { id, changes, update_mask: { paths: ['name'] }, etag: made.etag },
      { token },
    )
    assert.deepEqual([named.user.name, named.user.username], ['Robert', 'bob'], 'only what the mask names')
    await assert.rejects(users.call('UpdateUser', { id, changes, etag: made.etag }, { token }), {
      code: status.FAILED_PRECONDITION,
      reason: 'precondition_failed',
    })
    for (let time = 1; time <= 2; time++)
      assert.deepEqual(await users.call('DeleteUser', { id }, { token }), {})
    await assert.rejects(users.call('GetUser', { id }, { token }), {
      code: status.NOT_FOUND,
      reason: 'user_not_found',
    })
  })

  test('a session begins, is refreshed, checked, listed and ended by gRPC', async () => {
    await using system = await startSystem()
    const { id, password } = await system.signUp('ada')
    using auth = authOf(system)
    const { tokens } = await auth.call('Login', { username: 'ada', password, device_name: 'a script' })
    assert.deepEqual([tokens.token_type, tokens.expires_in, tokens.user.id], ['Bearer', 900, id])
    const refreshed = await auth.call('Refresh', { refresh_token: tokens.refresh_token })
    const token = refreshed.tokens.access_token
    const checked = await auth.call('ValidateToken', {}, { token })
    assert.deepEqual(
      [checked.user_id, checked.session_id, checked.role],
      [id, tokens.session_id, 'ROLE_USER'],
    )
    const phone = await system.logIn('ada', password)
    const { sessions } = await auth.call('ListSessions', {}, { token })
    assert.deepEqual(
      sessions.map((one: { device_name?: string; current: boolean }) => [one.device_name, one.current]),
      [
        ['a script', true],
        [undefined, false],
      ],
    )
    await auth.call('RevokeSession', { session_id: phone.session_id }, { token })
    await auth.call('RevokeToken', { token: 'x' })
    await auth.call('Logout', {}, { token })
    for (const gone of [token, phone.access_token])
      await assert.rejects(auth.call('ValidateToken', {}, { token: gone }), {
        code: status.UNAUTHENTICATED,
        reason: 'session_ended',
      })
    const moved = await auth.call(
      'ChangePassword',
      { current_password: password, new_password: 'an even longer password' },
      { token: (await system.logIn('ada', password)).access_token },
    )
    assert.equal(moved.tokens.user.id, id)
  })

  test('ends of sessions are watched by gRPC as by HTTP', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    using auth = authOf(system)
    const watched = auth.open('WatchRevocations', {}, { token: system.serviceToken() })
    const seen: string[] = []
    for await (const { position, event, session_ended } of watched) {
      if (event === 'heartbeat' && seen.length === 0)
        await auth.call('Logout', {}, { token: ada.access_token })
      if (event !== 'session_ended') continue
      seen.push(session_ended.session_id, session_ended.reason)
      assert.match(position, /^\d+$/)
      break
    }
    assert.deepEqual(seen, [ada.session_id, 'END_REASON_LOGOUT'])
  })
})

test('a strict client finds all that is spoken by reflection alone', async () => {
  await using system = await startSystem()
  const buf = (...args: string[]) =>
    runTool('buf', ['curl', '--protocol', 'grpc', '--http2-prior-knowledge', ...args])
  const users = `http://${system.usersGrpc}`
  const auth = `http://${system.authGrpc}`
  assert.deepEqual((await buf('--list-services', users)).split('\n').toSorted(), [
    'grpc.health.v1.Health',
    'latchkey.greeter.v1.GreeterService',
    'latchkey.notifications.v1.NotificationService',
    'latchkey.users.v1.UserService',
  ])
  assert.deepEqual((await buf('--list-services', auth)).split('\n').toSorted(), [
    'envoy.service.auth.v3.Authorization',
    'grpc.health.v1.Health',
    'latchkey.auth.v1.AuthService',
  ])
  const hello = await buf('-d', '{"name": "Ada"}', `${users}/latchkey.greeter.v1.GreeterService/SayHello`)
  assert.deepEqual(JSON.parse(hello), { greeting: 'Hello, Ada!' })
  const health = await buf('-d', '{}', `${auth}/grpc.health.v1.Health/Check`)
  assert.deepEqual(JSON.parse(health), { status: 'SERVING' })
  const { password } = await system.signUp('ada')
  const logIn = await buf(
    '-d',
    JSON.stringify({ username: 'ada', password }),
    `${auth}/latchkey.auth.v1.AuthService/Login`,
  )
  const token: string = JSON.parse(logIn).tokens.accessToken
  const me = await buf(
    '-H',
    `authorization: Bearer ${token}`,
    '-d',
    '{"id": "me"}',
    `${users}/latchkey.users.v1.UserService/GetUser`,
  )
  assert.equal(JSON.parse(me).user.username, 'ada')
})

test('a header that the gRPC library refuses is not printed, because it may hold a token', {}, async () => {
  const data = temporaryFolder()
  const environment = { LATCHKEY_DATA: data, LATCHKEY_USERS_PORT: '0', LATCHKEY_AUTH_PORT: '0' }
  await using started = await startProcess([], environment)
  let printed = ''
  started.child.stderr?.on('data', (text) => {
    printed += String(text)
  })
  const session = connect(`http://${started.authGrpc}`)
  const request = session.request({
    ':method': 'POST',
    ':path': '/latchkey.auth.v1.AuthService/Logout',
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: 'Bearer a-token-of-somebody\u00a0',
  })
  request.resume().end(Buffer.alloc(5))
  await once(request, 'close')
  session.close()
  assert.equal(await started.end('SIGTERM'), 0)
  assert.doesNotMatch(printed + started.lines.join(), /a-token-of-somebody/)
  rmSync(data, { recursive: true })
})

async function runTool(name: string, args: string[]): Promise<string> {
  const program = fileURLToPath(new URL(`../../../node_modules/.bin/${name}`, import.meta.url))
  const { stdout } = await promisify(execFile)(program, args, { timeout: 90_000 })
  return stdout.trim()
}
