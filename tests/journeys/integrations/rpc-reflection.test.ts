import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  Client,
  credentials,
  type MethodDefinition,
  type ServiceDefinition,
  type ServiceError,
  status,
} from '@grpc/grpc-js'
import { GrpcReflection } from 'grpc-js-reflection-client'
import { authenticatorApp } from '#tests/support/authenticator-app.ts'
import { tokenFor } from '#tests/support/mail.ts'
import { metadataOf } from '#tests/support/rpc-client.ts'
import { type System, startSystem } from '#tests/support/system.ts'

type Method = MethodDefinition<object, object>

/** Finds the services at an address by reflection alone, as a client does that has no .proto files. */
async function discover(address: string, version: string): Promise<Map<string, Record<string, Method>>> {
  const reflection = new GrpcReflection(address, credentials.createInsecure(), {}, version)
  const found = new Map<string, Record<string, Method>>()
  for (const name of (await reflection.listServices()).filter((one) => !one.startsWith('grpc.'))) {
    const descriptor = await reflection.getDescriptorBySymbol(name)
    const definition = descriptor.getPackageDefinition({ keepCase: true, enums: String, longs: Number })
    found.set(name, definition[name] as ServiceDefinition as Record<string, Method>)
  }
  return found
}

// biome-ignore lint/suspicious/noExplicitAny: a message holds whatever was sent, and the tests check it.
type Message = any

/** Calls a method with these messages, and returns all messages of the reply, or the first `most` of them. */
async function call(
  t: TestContext,
  address: string,
  method: Method,
  requests: object[],
  { token, most = 1_000 }: { token?: string | undefined; most?: number } = {},
): Promise<Message[]> {
  const client = new Client(address, credentials.createInsecure())
  t.after(() => client.close())
  const metadata = metadataOf(token === undefined ? {} : { token })
  const { path, requestSerialize, responseDeserialize, requestStream, responseStream } = method
  const [request = {}] = requests
  if (!responseStream) {
    return new Promise((resolve, reject) => {
      const answered = (error: ServiceError | null, reply?: object) =>
        error ? reject(error) : resolve([reply])
      if (!requestStream)
        return client.makeUnaryRequest(
          path,
          requestSerialize,
          responseDeserialize,
          request,
          metadata,
          answered,
        )
      const sending = client.makeClientStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        metadata,
        answered,
      )
      for (const one of requests) sending.write(one)
      sending.end()
      return sending
    })
  }
  const replies: Message[] = []
  if (!requestStream) {
    for await (const reply of client.makeServerStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
    )) {
      replies.push(reply)
      if (replies.length === most) break
    }
    return replies
  }
  const both = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata)
  for (const one of requests) both.write(one)
  both.end()
  for await (const reply of both) replies.push(reply)
  return replies
}

for (const version of ['v1', 'v1alpha']) {
  test(`somebody else's client calls every rpc, and knows only what reflection ${version} tells`, async (t) => {
    await using system: System = await startSystem()
    const users = await discover(system.usersGrpc, version)
    const auth = await discover(system.authGrpc, version)
    const greeter = users.get('latchkey.greeter.v1.GreeterService')
    const userService = users.get('latchkey.users.v1.UserService')
    const authService = auth.get('latchkey.auth.v1.AuthService')
    const notifications = users.get('latchkey.notifications.v1.NotificationService')
    const envoy = auth.get('envoy.service.auth.v3.Authorization')
    assert.ok(
      greeter && userService && authService && notifications && envoy,
      [...users.keys(), ...auth.keys()].join(),
    )
    const called = new Set<string>()
    const ask = async (
      service: Record<string, Method>,
      rpc: string,
      requests: object | object[] = {},
      options: { token?: string | undefined; most?: number } = {},
    ): Promise<Message[]> => {
      const isOfAuth = service === authService || service === envoy
      const address = isOfAuth ? system.authGrpc : system.usersGrpc
      const method = service[rpc]
      assert.ok(method, rpc)
      called.add(method.path)
      return call(t, address, method, [requests].flat(), options)
    }

    const admin = { token: (await system.admin()).access_token }
    const password = 'a long password of ada'
    const [made] = await ask(
      userService,
      'CreateUser',
      { name: 'Ada', email: 'ada@example.com', password },
      admin,
    )
    const { id } = made.user
    assert.equal((await ask(userService, 'GetUser', { id }, admin))[0].user.username, 'ada')
    const [byEmail] = await ask(userService, 'GetUserByEmail', { email: 'ada@example.com' }, admin)
    const [byName] = await ask(userService, 'GetUserByUsername', { username: 'ada' }, admin)
    assert.deepEqual([byEmail.user.id, byName.user.id], [id, id])
    assert.equal((await ask(userService, 'ListUsers', { page_size: 10 }, admin))[0].users.length, 2)
    const change = { id, changes: { name: 'Ada L.' }, update_mask: { paths: ['name'] } }
    assert.equal((await ask(userService, 'UpdateUser', change, admin))[0].user.name, 'Ada L.')

    const logIn = async () => (await ask(authService, 'Login', { username: 'ada', password }))[0].tokens
    const first = await logIn()
    const second = await logIn()
    const third = await logIn()
    const [{ tokens }] = await ask(authService, 'Refresh', { refresh_token: first.refresh_token })
    const own = { token: tokens.access_token }
    assert.equal((await ask(authService, 'ValidateToken', {}, own))[0].user_id, id)
    assert.equal((await ask(authService, 'ListSessions', {}, own))[0].sessions.length, 3)
    await ask(authService, 'RevokeSession', { session_id: second.session_id }, own)
    await ask(authService, 'RevokeToken', { token: third.refresh_token })
    await ask(authService, 'Logout', {}, own)
    const ends = await ask(authService, 'WatchRevocations', {}, { token: system.serviceToken(), most: 3 })
    assert.deepEqual(
      ends.map(({ session_ended }) => session_ended?.session_id),
      [second, third, first].map(({ session_id }) => session_id),
    )
    const confirm = await tokenFor(system, 'ada@example.com', 'verify-email')
    assert.equal((await ask(authService, 'VerifyEmail', { token: confirm }))[0].email, 'ada@example.com')
    await ask(authService, 'ForgotPassword', { email: 'ada@example.com' })
    const reset = await tokenFor(system, 'ada@example.com', 'reset-password')
    await ask(authService, 'ResetPassword', { token: reset, password })
    const replacing = { current_password: password, new_password: 'another long password of ada' }
    const [changed] = await ask(authService, 'ChangePassword', replacing, {
      token: (await logIn()).access_token,
    })
    const ada = { token: changed.tokens.access_token }

    const step = { login_token: 'no login has this token', code: '123456' }
    for (const rpc of ['CompleteLoginByTotp', 'EnrolTotpAtLogin'])
      await assert.rejects(ask(authService, rpc, step), { code: status.UNAUTHENTICATED })
    const byCode = { ...step, code: 'ABCD-EFGH-IJKL-MNOP' }
    await assert.rejects(ask(authService, 'CompleteLoginByRecoveryCode', byCode), {
      code: status.UNAUTHENTICATED,
    })
    const [stepped] = await ask(authService, 'StepUp', { password: replacing.new_password }, ada)
    assert.equal(stepped.tokens.session_id, changed.tokens.session_id)
    assert.deepEqual((await ask(authService, 'ListDevices', {}, ada)).length, 1)
    await ask(authService, 'ForgetDevice', { device_id: id }, ada)

    const me = { id: 'me' }
    const [{ secret }] = await ask(userService, 'EnrolTotp', me, ada)
    const app = authenticatorApp(secret, system.clock)
    const [added] = await ask(userService, 'ConfirmTotp', { ...me, code: app.code() }, ada)
    assert.equal(added.recovery_codes.length, 10)
    assert.ok((await ask(userService, 'GetFactors', me, ada))[0].totp)
    const proof = { password: replacing.new_password, totp: app.nextCode() }
    const [raised] = await ask(authService, 'StepUp', proof, ada)
    const fresh = { token: raised.tokens.access_token }
    assert.equal((await ask(userService, 'MakeRecoveryCodes', me, fresh))[0].recovery_codes.length, 10)
    await ask(userService, 'RemoveTotp', me, fresh)

    // This system has no domain for passkeys, so the rpcs that need one fail.
    const off = { code: status.FAILED_PRECONDITION }
    const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
    const client = { clientDataJSON: 'AAAA' }
    const made2 = JSON.stringify({ ...credential, response: { ...client, attestationObject: 'AAAA' } })
    const got = { authenticatorData: 'AAAA', signature: 'AAAA' }
    const credential_json = JSON.stringify({ ...credential, response: { ...client, ...got } })
    await assert.rejects(ask(userService, 'BeginPasskey', me, fresh), off)
    await assert.rejects(ask(userService, 'AddPasskey', { ...me, credential_json: made2 }, fresh), off)
    assert.equal((await ask(userService, 'ListPasskeys', me, fresh)).length, 1)
    const none = { ...me, passkey_id: id, name: 'Phone' }
    await assert.rejects(ask(userService, 'RenamePasskey', none, fresh), { code: status.NOT_FOUND })
    const { name: _, ...one } = none
    await assert.rejects(ask(userService, 'RemovePasskey', one, fresh), { code: status.NOT_FOUND })
    assert.equal((await ask(userService, 'ListIdentities', me, fresh)).length, 1)
    const unlinked = { ...me, identity_id: id }
    await assert.rejects(ask(userService, 'RemoveIdentity', unlinked, fresh), { code: status.NOT_FOUND })
    assert.equal((await ask(authService, 'ListProviders')).length, 1)
    const at = { provider: 'example', return_to: 'https://app.example.com/', federated_token: 'x'.repeat(43) }
    const { return_to: _return, ...back } = at
    const { federated_token: _token, ...begin } = at
    for (const [rpc, message] of [
      ['BeginFederatedLogin', begin],
      ['CompleteFederatedLogin', { ...back, response: '' }],
      ['BeginIdentityLink', begin],
      ['CompleteIdentityLink', { ...back, response: '' }],
      ['BeginFederatedStepUp', begin],
      ['CompleteFederatedStepUp', { ...back, response: '' }],
    ] as const)
      await assert.rejects(ask(authService, rpc, message, fresh), { code: status.NOT_FOUND })
    for (const rpc of ['BeginPasskeyLogin', 'BeginPasskeyStepUp'])
      await assert.rejects(ask(authService, rpc, {}, fresh), off)
    const { login_token } = step
    await assert.rejects(ask(authService, 'BeginPasskeyStep', { login_token }), off)
    for (const rpc of ['LogInByPasskey', 'StepUpByPasskey'])
      await assert.rejects(ask(authService, rpc, { credential_json }, fresh), off)
    const byPasskey = { login_token, credential_json }
    await assert.rejects(ask(authService, 'CompleteLoginByPasskey', byPasskey), {
      code: status.UNAUTHENTICATED,
    })
    await ask(userService, 'ResetFactors', { id }, admin)

    const notice = { user_id: id, type: 'parcel.sent', title: 'Your parcel is on its way' }
    const [{ notification }] = await ask(notifications, 'CreateNotification', notice, admin)
    const [listed] = await ask(notifications, 'ListNotifications', { unread: true }, ada)
    assert.ok(listed.notifications.some((one: Message) => one.id === notification.id))
    await ask(notifications, 'MarkAsRead', { id: notification.id }, ada)
    await ask(notifications, 'MarkAllAsRead', {}, ada)
    const wanted = { preferences: [{ channel: 'CHANNEL_EMAIL', type: '*', enabled: true }] }
    await ask(notifications, 'ReplacePreferences', wanted, ada)
    assert.equal((await ask(notifications, 'GetPreferences', {}, ada))[0].preferences.length, 1)
    const [streamed] = await ask(notifications, 'StreamNotifications', {}, { ...ada, most: 1 })
    assert.match(streamed.position, /\d/)
    await ask(notifications, 'DeleteNotification', { id: notification.id }, ada)

    // This client takes a map in the form that it has on the wire: a list of keys and values.
    const headers = [{ key: 'authorization', value: `Bearer ${ada.token}` }]
    const [allowed] = await ask(envoy, 'Check', { attributes: { request: { http: { headers } } } })
    assert.equal(allowed.status.code, status.OK)

    const bob = { username: 'bob', email: 'bob@example.com', password }
    const aboutBob = { id: (await ask(userService, 'SignUp', bob))[0].user.id }
    await ask(authService, 'SendVerification', { email: bob.email })
    const confirmed = await ask(userService, 'ConfirmEmail', { ...aboutBob, email: bob.email }, admin)
    assert.equal(confirmed[0].user.email_verified, true)
    const lock = { user_id: aboutBob.id }
    assert.equal((await ask(authService, 'GetUserLock', lock, admin))[0].locked, false)
    assert.equal((await ask(authService, 'UnlockUser', lock, admin))[0].unlocked, false)
    await ask(userService, 'SendPasswordReset', aboutBob, admin)
    await ask(userService, 'SetTemporaryPassword', aboutBob, admin)
    const [state] = await ask(userService, 'GetLoginState', aboutBob, admin)
    assert.equal(state.password, 'PASSWORD_STATE_TEMPORARY')
    const [eve] = await ask(userService, 'CreateUser', { name: 'Eve', email: 'eve@example.com' }, admin)
    await ask(userService, 'InviteUser', { id: eve.user.id }, admin)

    const [{ ended }] = await ask(authService, 'RevokeSessions', { scope: 'REVOCATION_SCOPE_ALL' }, ada)
    assert.equal(ended, 1)
    const wasNotMe = await tokenFor(system, bob.email, 'take-back')
    assert.ok((await ask(authService, 'TakeBack', { token: wasNotMe }))[0].reset_token)

    await ask(userService, 'DeleteUser', { id }, admin)
    await assert.rejects(ask(userService, 'GetUser', { id }, admin), { code: status.NOT_FOUND })

    assert.equal((await ask(greeter, 'SayHello', { name: 'Ada' }))[0].greeting, 'Hello, Ada!')
    const interval = { seconds: 0, nanos: 1_000_000 }
    assert.equal((await ask(greeter, 'SayHelloStream', { name: 'Ada', count: 3, interval })).length, 3)
    assert.equal((await ask(greeter, 'GreetMany', [{ name: 'Ada' }, { name: 'Bob' }]))[0].count, 2)
    const said = await ask(greeter, 'Chat', [{ text: 'one' }, { text: 'two' }])
    assert.deepEqual(
      said.map(({ text }) => text),
      ['You said: one', 'You said: two'],
    )

    const declared = [greeter, userService, authService, notifications, envoy].flatMap((service) =>
      Object.values(service).map(({ path }) => path),
    )
    assert.deepEqual([...called].toSorted(), [...new Set(declared)].toSorted())
  })
}
