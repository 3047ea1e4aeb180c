import assert from 'node:assert/strict'
import { test } from 'node:test'
import { application, beginLogin, complete, logInAt } from '#tests/support/federated.ts'
import { type IdentityProvider, providerSettings, startProvider } from '#tests/support/identity-provider.ts'
import { claimsOf } from '#tests/support/login-scene.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { enrolApp } from '#tests/support/second-factors.ts'
import type { System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { confirmEmail, linkIdentity } from '#tests/support/use-identities.ts'

const returning = { LATCHKEY_RETURN_ORIGINS: application } as const

async function open(
  start: typeof startSystem,
  ...entries: ((url: string) => { name: string } & Record<string, unknown>)[]
) {
  const provider = await startProvider()
  const made =
    entries.length > 0 ? entries : [(issuer: string) => ({ name: 'example', issuer, trusts_email: true })]
  const settings = providerSettings(
    temporaryFolder(),
    made.map((entry) => entry(provider.url)),
  )
  const system = await start({ settings: { ...settings, ...returning } })
  return {
    provider,
    system,
    async [Symbol.asyncDispose]() {
      await system[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

/** Links the account of the person at the provider to a user. */
async function link(system: System, userId: string, at: IdentityProvider, more = {}): Promise<void> {
  const { sub, email } = at.person
  const person = { provider: 'example', issuer: at.url, subject: String(sub), email: String(email), ...more }
  const linked = await linkIdentity(system, userId, { ...person, email_verified: true })
  assert.equal(linked.status, 200, JSON.stringify(linked.body))
}

onEachEngine((start) => {
  test('a person whom nobody is becomes a user, and is the same user the next time', async () => {
    await using here = await open(start)
    const { system, provider } = here
    provider.person.name = 'Ada Lovelace'
    const first = await logInAt(system, provider, 'example')
    assert.equal(first.status, 200, JSON.stringify(first.body))
    const { user } = first.body
    assert.deepEqual(
      [user.username, user.name, user.role, user.email_verified, user.has_password],
      ['ada', 'Ada Lovelace', 'user', true, false],
    )
    assert.deepEqual(claimsOf(first.body.access_token).amr, ['fed'])
    assert.equal(claimsOf(first.body.access_token).acr, 'aal1')
    // The address and the name at the provider may change from now on without an effect on the user.
    Object.assign(provider.person, { email: 'other@example.com', name: 'Somebody' })
    const second = await logInAt(system, provider, 'example')
    assert.deepEqual([second.body.user.id, second.body.user.email], [user.id, 'ada@example.com'])
    const own = `${system.usersUrl}/api/v1/users/me/identities`
    const listed = await system.send('GET', own, { token: first.body.access_token })
    assert.deepEqual(
      listed.body.data.map(({ provider, subject }: Record<string, string>) => [provider, subject]),
      [['example', 'ada-at-provider']],
    )
  })

  test('I145 an address links nothing: its user logs in in another way first', async () => {
    await using here = await open(start)
    const { system, provider } = here
    const ada = await system.signUpAndLogIn('ada')
    await confirmEmail(system, ada.user.id)
    const refused = await logInAt(system, provider, 'example')
    assert.deepEqual([refused.status, refused.body.code], [403, 'identity_unlinked'])
    await link(system, ada.user.id, provider)
    assert.equal((await logInAt(system, provider, 'example')).body.user.id, ada.user.id)
  })

  test('I144 an address that the provider has not surely verified makes no user, and the answer is the same', async () => {
    await using here = await open(
      start,
      (issuer) => ({ name: 'example', issuer, trusts_email: true }),
      (issuer) => ({ name: 'untrusted', issuer }),
    )
    const { system, provider } = here
    for (const email_verified of ['true', 'false', 1, {}, null, undefined, false]) {
      provider.person = { ...provider.person, email_verified }
      const refused = await logInAt(system, provider, 'example')
      assert.deepEqual(
        [refused.status, refused.body.code],
        [403, 'identity_unlinked'],
        String(email_verified),
      )
    }
    provider.person.email_verified = true
    assert.equal((await logInAt(system, provider, 'untrusted')).body.code, 'identity_unlinked')
    assert.equal((await logInAt(system, provider, 'example')).status, 200)
  })

  test('I142 a response counts once, for the client that began, and at its provider', async () => {
    await using here = await open(
      start,
      (issuer) => ({ name: 'example', issuer, trusts_email: true }),
      (issuer) => ({ name: 'other', issuer, trusts_email: true }),
    )
    const { system, provider } = here
    const begun = await beginLogin(system, 'example')
    const response = new URL(await provider.visit(begun.url)).search.slice(1)
    const { token } = begun
    const other = await beginLogin(system, 'example')
    for (const [name, tried] of [
      ['example', { token: other.token, response }],
      ['other', { token, response }],
      ['example', { token, response: response.replace(/state=[^&]+/, 'state=forged') }],
      ['example', { token, response: `${response}&${response}` }],
      ['example', { token, response: '' }],
    ] as const) {
      const refused = await complete(system, name, tried)
      assert.deepEqual([refused.status, refused.body.code], [401, 'login_expired'])
    }
    const many = await Promise.all(
      Array.from({ length: 20 }, () => complete(system, 'example', { token, response })),
    )
    assert.deepEqual(many.map(({ status }) => status).toSorted(), [200, ...Array<number>(19).fill(401)])
    const late = await beginLogin(system, 'example')
    const query = new URL(await provider.visit(late.url)).search.slice(1)
    system.clock.advance(10 * 60_000)
    assert.equal((await complete(system, 'example', { token: late.token, response: query })).status, 401)
  })

  test('I142 state, nonce, PKCE and the token of the client are random, each by itself', async () => {
    await using here = await open(start)
    const seen = new Set<string>()
    const { system } = here
    for (let time = 0; time < 3; time++) {
      const { url, token } = await beginLogin(system, 'example')
      const query = new URL(url).searchParams
      assert.equal(query.get('code_challenge_method'), 'S256')
      for (const value of [token, query.get('state'), query.get('nonce'), query.get('code_challenge')]) {
        assert.match(value ?? '', /[\w-]{43}$/)
        seen.add((value ?? '').slice(-43))
      }
    }
    assert.equal(seen.size, 12)
    const auth = await system.database('auth')
    const rows = await auth.query<Record<string, unknown>>`SELECT * FROM federated_logins`
    for (const secret of seen)
      assert.ok(!JSON.stringify(rows).includes(secret), 'no secret is stored as it is')
  })

  test('I148 I85 a second factor of the user is asked for, and what the operator trusts stands in for it', async () => {
    await using here = await open(start, (issuer) => ({
      name: 'example',
      issuer,
      trusts_email: true,
      trusted_acr: ['urn:mfa'],
    }))
    const { system, provider } = here
    const ada = await system.signUpAndLogIn('ada')
    await confirmEmail(system, ada.user.id)
    await link(system, ada.user.id, provider)
    const { app } = await enrolApp(system, await system.logIn('ada', ada.password))
    for (const acr of [undefined, 'aal2', ['urn:mfa']]) {
      provider.person.acr = acr
      const half = await logInAt(system, provider, 'example')
      assert.deepEqual([half.status, half.body.code], [401, 'second_factor_required'])
      assert.deepEqual(half.body.access_token, undefined, 'I81')
      if (acr !== undefined) continue
      const body = { login_token: half.body.login_token, code: app.nextCode(), remember_device: true }
      const whole = await system.send('POST', `${system.authUrl}/api/v1/auth/login/totp`, { body })
      assert.deepEqual(claimsOf(whole.body.access_token).amr, ['fed', 'otp', 'mfa'])
      const remembered = await logInAt(system, provider, 'example', { device_token: whole.body.device_token })
      assert.deepEqual([remembered.status, claimsOf(remembered.body.access_token).acr], [200, 'aal1'])
    }
    provider.person.acr = 'urn:mfa'
    const trusted = await logInAt(system, provider, 'example')
    assert.deepEqual(claimsOf(trusted.body.access_token).amr, ['fed', 'fmfa', 'mfa'])
  })

  test('I117 a login by a provider is as fresh as the proof there, and not fresh where that is unknown', async () => {
    await using here = await open(start)
    const { system, provider } = here
    const change = async (token: string) => {
      const url = `${system.usersUrl}/api/v1/users/me/factors/totp`
      return (await system.send('POST', url, { token })).status
    }
    const made = await logInAt(system, provider, 'example')
    assert.equal(await change(made.body.access_token), 201, 'a user who was made just now')
    const now = Math.floor(Date.now() / 1_000)
    for (const [auth_time, status] of [
      [undefined, 401],
      [now - 3_600, 401],
      [String(now), 401],
      [now, 201],
    ] as const) {
      provider.person.auth_time = auth_time
      const { access_token: token } = (await logInAt(system, provider, 'example')).body
      assert.equal(await change(token), status, `auth_time ${auth_time}`)
    }
  })

  test('I88 I147 who is suspended, or has unlinked the account meanwhile, does not get in', async () => {
    await using here = await open(start)
    const { system, provider } = here
    const ada = await system.signUpAndLogIn('ada')
    await confirmEmail(system, ada.user.id)
    await link(system, ada.user.id, provider)
    const { url, token } = await beginLogin(system, 'example')
    const response = new URL(await provider.visit(url)).search.slice(1)
    const { access_token: fresh } = await system.logIn('ada', ada.password)
    const own = `${system.usersUrl}/api/v1/users/me/identities`
    const [identity] = (await system.send('GET', own, { token: fresh })).body.data
    assert.equal((await system.send('DELETE', `${own}/${identity.id}`, { token: fresh })).status, 204)
    assert.equal((await complete(system, 'example', { token, response })).body.code, 'identity_unlinked')
    await link(system, ada.user.id, provider)
    const { access_token: admin } = await system.admin()
    const patch = { token: admin, body: { status: 'suspended' } }
    await system.send('PATCH', `${system.usersUrl}/api/v1/users/${ada.user.id}`, patch)
    assert.equal((await logInAt(system, provider, 'example')).body.code, 'identity_unlinked')
  })

  test('I147 a provider that was switched off lets nobody in, also who is on the way back', async () => {
    const data = temporaryFolder()
    await using provider = await startProvider()
    const settings = providerSettings(temporaryFolder(), [
      { name: 'example', issuer: provider.url, trusts_email: true },
    ])
    const before = await start({ data, settings: { ...settings, ...returning } })
    const { url, token } = await beginLogin(before, 'example')
    const response = new URL(await provider.visit(url)).search.slice(1)
    await before.stop()
    await using after = await start({ data, settings: returning })
    const refused = await complete(after, 'example', { token, response })
    assert.deepEqual([refused.status, refused.body.code], [404, 'provider_not_found'])
  })

  test('a response goes to the origins of the operator only', async () => {
    await using here = await open(start)
    for (const return_to of [
      'https://evil.example.com/',
      'https://app.example.com@evil.example.com/',
      '/x',
      '',
    ]) {
      const url = `${here.system.authUrl}/api/v1/auth/federated/example`
      const refused = await here.system.send('POST', url, { body: { return_to } })
      assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'])
    }
  })
})
