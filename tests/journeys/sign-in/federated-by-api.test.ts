import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  application,
  atProvider,
  beginLogin,
  comeBackWith,
  complete,
  logInAt,
} from '#tests/support/federated.ts'
import { forged, providerSettings, startProvider } from '#tests/support/identity-provider.ts'
import { claimsOf } from '#tests/support/login-scene.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type RpcRefusal, rpcClient } from '#tests/support/rpc-client.ts'
import { enrolApp, giveCode } from '#tests/support/second-factors.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { confirmEmail } from '#tests/support/use-identities.ts'

const minute = 60_000

async function open(start: typeof startSystem) {
  const provider = await startProvider()
  const { url: issuer } = provider
  const settings = {
    ...providerSettings(temporaryFolder(), [
      { name: 'example', issuer, trusts_email: true },
      { name: 'hub', kind: 'github', issuer },
    ]),
    LATCHKEY_RETURN_ORIGINS: application,
  } as const
  const system = await start({ settings })
  return {
    provider,
    system,
    /** Makes the provider say from now on that the person logged in there at this moment. */
    proveNow() {
      provider.person.auth_time = Math.floor(system.clock.now() / 1_000)
    },
    async [Symbol.asyncDispose]() {
      await system[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

async function confirmed(system: System, username: string) {
  const user = await system.signUpAndLogIn(username)
  await confirmEmail(system, user.user.id)
  return { ...user, token: user.access_token }
}

async function subjects(system: System, token: string): Promise<string[]> {
  const own = `${system.usersUrl}/api/v1/users/me/identities`
  return (await system.send('GET', own, { token })).body.data.map(
    ({ subject }: { subject: string }) => subject,
  )
}

/** Begins to add an authenticator app, which needs a fresh proof of identity. Returns the status of the reply. */
const change = async (system: System, token: string): Promise<number> =>
  (await system.send('POST', `${system.usersUrl}/api/v1/users/me/factors/totp`, { token })).status

onEachEngine((start) => {
  test('I145 I146 an application links an account for its user once, in the session and client that began', async () => {
    await using here = await open(start)
    const { system, provider } = here
    const { token, password } = await confirmed(system, 'ada')
    const { access_token: elsewhere } = await system.logIn('ada', password)
    const { token: bob } = await confirmed(system, 'bob')
    const begin = () => comeBackWith(system, provider, { way: 'link', token })
    const login = await beginLogin(system, 'example')
    const ofLogin = {
      federated_token: login.token,
      response: new URL(await provider.visit(login.url)).search.slice(1),
    }
    const { federated_token: another } = await begin()
    const refusals = [
      await atProvider(system, 'link/complete', { token: elsewhere, body: await begin() }),
      await atProvider(system, 'link/complete', { token: bob, body: await begin() }),
      await atProvider(system, 'link/complete', {
        token,
        body: { ...(await begin()), federated_token: another },
      }),
      await atProvider(system, 'link/complete', { token, body: ofLogin }),
      await atProvider(system, 'step-up/complete', { token, body: await begin() }),
    ]
    for (const { status, body } of refusals) assert.deepEqual([status, body.code], [400, 'login_expired'])
    const { federated_token, response } = await begin()
    const asLogin = await complete(system, 'example', { token: federated_token, response })
    assert.deepEqual([asLogin.status, asLogin.body.code], [401, 'login_expired'])
    assert.deepEqual(await subjects(system, token), [])

    const body = await begin()
    const many = await Promise.all(
      Array.from({ length: 10 }, () => atProvider(system, 'link/complete', { token, body })),
    )
    assert.deepEqual(many.map(({ status }) => status).toSorted(), [204, ...Array<number>(9).fill(400)])
    assert.deepEqual(await subjects(system, token), ['ada-at-provider'])
    assert.equal((await logInAt(system, provider, 'example')).body.user.username, 'ada')
  })

  test('I115 a link needs a fresh proof at both ends, and the same response counts after a step-up', async () => {
    await using here = await open(start)
    const { system, provider } = here
    const { token, password } = await confirmed(system, 'ada')
    const body = await comeBackWith(system, provider, { way: 'link', token })
    system.clock.advance(5 * minute + 1)
    const stale = await atProvider(system, 'link/complete', { token, body })
    assert.deepEqual([stale.status, stale.body.code], [401, 'reauthentication_required'])
    const begun = await atProvider(system, 'link', { token, body: { return_to: application } })
    assert.deepEqual([begun.status, begun.body.code], [401, 'reauthentication_required'])
    const stepUp = { token, body: { password } }
    const proven = await system.send('POST', `${system.authUrl}/api/v1/auth/step-up`, stepUp)
    const fresh = proven.body.access_token
    assert.equal((await atProvider(system, 'link/complete', { token: fresh, body })).status, 204)

    const { access_token: other } = await system.logIn('ada', password)
    await enrolApp(system, { access_token: other })
    const { access_token: admin } = await system.admin()
    const { body: key } = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, {
      token: admin,
      body: { name: 'a program', scopes: ['users:write'] },
    })
    for (const [caller, status, code] of [
      [other, 401, 'reauthentication_required'],
      [key.key, 403, 'forbidden'],
    ] as const) {
      const refused = await atProvider(system, 'link', { token: caller, body: { return_to: application } })
      assert.deepEqual([refused.status, refused.body.code], [status, code])
    }
  })

  test('I145 an account of another user is refused and not moved, without a word on whose it is', async () => {
    await using here = await open(start)
    const { system, provider } = here
    const [ada, bob] = [await confirmed(system, 'ada'), await confirmed(system, 'bob')]
    const link = async (token: string) =>
      atProvider(system, 'link/complete', {
        token,
        body: await comeBackWith(system, provider, { way: 'link', token }),
      })
    assert.equal((await link(ada.token)).status, 204)
    const { token: again } = { token: (await system.logIn('ada', ada.password)).access_token }
    const [ofAda, ofBob] = [await link(again), await link(bob.token)]
    assert.deepEqual([ofBob.status, ofBob.body.code], [409, 'identity_taken'])
    const { request_id: _one, ...own } = ofAda.body
    const { request_id: _two, ...others } = ofBob.body
    assert.deepEqual(own, others)
    assert.deepEqual(await subjects(system, bob.token), [])
  })

  test('I142 nobody links or proves anything with a token that the provider has not signed', async () => {
    await using here = await open(start)
    const { system, provider } = here
    const { token } = await confirmed(system, 'ada')
    for (const bent of Object.values(forged))
      for (const way of ['link', 'step-up'] as const) {
        provider.bent = { token: bent }
        const body = await comeBackWith(system, provider, { way, token })
        const refused = await atProvider(system, `${way}/complete`, { token, body })
        assert.deepEqual([refused.status, refused.body.code], [503, 'identity_provider_unavailable'])
      }
    assert.deepEqual(await subjects(system, token), [])
  })

  test('I115 I117 whoever has no password proves anew at the provider who they are, and gets tokens of the same session', async () => {
    await using here = await open(start)
    const { system, provider, proveNow } = here
    const made = (await logInAt(system, provider, 'example')).body
    const { access_token: token, session_id: sessionId } = made
    const other = (await logInAt(system, provider, 'example')).body.access_token
    system.clock.advance(6 * minute)
    assert.equal(await change(system, token), 401)
    const prove = async (caller = token) =>
      atProvider(system, 'step-up/complete', {
        token: caller,
        body: await comeBackWith(system, provider, { way: 'step-up', token }),
      })
    const isRefused = async (sent: Promise<{ status: number; body: { code: string } }>, code: string) => {
      const { status, body } = await sent
      assert.deepEqual([status, body.code], [400, code])
    }
    await isRefused(prove(), 'identity_refused')
    provider.person.auth_time = Math.floor(system.clock.now() / 1_000) - 3_600
    await isRefused(prove(), 'identity_refused')
    proveNow()
    await isRefused(prove(other), 'login_expired')
    provider.person.sub = 'somebody-else'
    await isRefused(prove(), 'identity_refused')
    provider.person.sub = 'ada-at-provider'
    assert.equal(await change(system, token), 401, 'nothing was proven')

    const proven = await prove()
    assert.equal(proven.status, 200, JSON.stringify(proven.body))
    assert.equal(proven.body.session_id, sessionId)
    assert.equal(await change(system, proven.body.access_token), 201)
    const asked = await atProvider(system, 'step-up', { token, body: { return_to: application } })
    const { searchParams } = new URL(asked.body.authorization_url)
    assert.deepEqual([searchParams.get('prompt'), searchParams.get('max_age')], ['login', '0'])

    const listed = (await system.send('GET', `${system.authUrl}/api/v1/auth/federated`)).body.data
    const able = listed.map(({ name, step_up }: { name: string; step_up: boolean }) => [name, step_up])
    assert.deepEqual(able, [
      ['example', true],
      ['hub', false],
    ])
    const hub = `${system.authUrl}/api/v1/auth/federated/hub/step-up`
    const unable = await system.send('POST', hub, { token, body: { return_to: application } })
    assert.deepEqual([unable.status, unable.body.code], [404, 'provider_not_found'])
  })

  test('I85 I116 a second factor is asked for in a step-up at a provider, and raises the same session once', async () => {
    await using here = await open(start)
    const { system, provider, proveNow } = here
    const made = (await logInAt(system, provider, 'example')).body
    const { app } = await enrolApp(system, made)
    const { access_token: token, session_id } = made
    system.clock.advance(6 * minute)
    const half = async () => {
      proveNow()
      const body = await comeBackWith(system, provider, { way: 'step-up', token })
      const asked = await atProvider(system, 'step-up/complete', { token, body })
      assert.deepEqual([asked.status, asked.body.code], [400, 'second_factor_required'])
      assert.equal(asked.body.access_token, undefined)
      return asked.body.login_token as string
    }
    const login_token = await half()
    assert.equal(await change(system, token), 401, 'nothing counts before the second factor')
    const wrong = await giveCode(system, { login_token, code: '000000' })
    assert.equal(wrong.body.code, 'second_factor_invalid')
    const whole = await giveCode(system, { login_token, code: app.nextCode() }, { remember_device: true })
    assert.equal(whole.status, 200, JSON.stringify(whole.body))
    assert.deepEqual([whole.body.session_id, whole.body.device_token], [session_id, undefined])
    assert.deepEqual(claimsOf(whole.body.access_token).amr, ['fed', 'otp', 'mfa'])
    const sessions = `${system.authUrl}/api/v1/auth/sessions`
    assert.equal((await system.send('GET', sessions, { token })).body.data.length, 1)
    const again = await giveCode(system, { login_token, code: app.nextCode() })
    assert.equal(again.body.code, 'login_expired')

    const late = await half()
    assert.equal((await system.send('POST', `${system.authUrl}/api/v1/auth/logout`, { token })).status, 200)
    const ended = await giveCode(system, { login_token: late, code: app.nextCode() })
    assert.deepEqual([ended.status, ended.body.code], [401, 'login_expired'])
  })
})

test('gRPC links an account and steps up at a provider as HTTP does', async () => {
  await using here = await open(startSystem)
  const { system, provider, proveNow } = here
  const { token } = await confirmed(system, 'ada')
  using auth = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')
  const go = async (name: 'IdentityLink' | 'FederatedStepUp') => {
    const at = { provider: 'example', return_to: `${application}/back` }
    const begun = await auth.call(`Begin${name}`, at, { token })
    const response = new URL(await provider.visit(begun.authorization_url)).search.slice(1)
    const { federated_token } = begun
    return auth.call(`Complete${name}`, { provider: 'example', federated_token, response }, { token })
  }
  proveNow()
  assert.deepEqual(await go('IdentityLink'), {})
  assert.deepEqual(await subjects(system, token), ['ada-at-provider'])
  const { tokens } = await go('FederatedStepUp')
  assert.equal(claimsOf(tokens.access_token).sid, claimsOf(token).sid)
  await assert.rejects(go('IdentityLink'), ({ reason }: RpcRefusal) => reason === 'identity_taken')
})
