import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { application, beginLogin, complete, logInAt } from '#tests/support/federated.ts'
import {
  type Bent,
  type Claims,
  forged,
  type IdentityProvider,
  providerSettings,
  signed,
  startProvider,
} from '#tests/support/identity-provider.ts'
import { metricsText } from '#tests/support/metrics-text.ts'
import { type HttpReply, type System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const withClaims = (change: Claims) => ({ claims: (claims: Claims) => ({ ...claims, ...change }) })
const without = (name: string) => ({
  claims: ({ [name]: _dropped, ...claims }: Claims) => claims,
})
const now = () => Math.floor(Date.now() / 1_000)

/** The lies of a hostile provider, or of an attacker who answers in its place. A login must fail with each of them. */
const lies: Record<string, Bent> = {
  ...Object.fromEntries(Object.entries(forged).map(([name, token]) => [`a token with ${name}`, { token }])),
  ...Object.fromEntries(
    ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'].map((name) => [`a token without ${name}`, without(name)]),
  ),
  'a token of another issuer': withClaims({ iss: 'https://accounts.google.com' }),
  'a token for another client': withClaims({ aud: 'somebody-else' }),
  'a token for two clients without azp': withClaims({ aud: ['latchkey', 'somebody-else'] }),
  'a token that another client asked for': withClaims({ azp: 'somebody-else' }),
  'a token that has expired': withClaims({ exp: now() - 3_600 }),
  'a token of long ago': withClaims({ iat: now() - 86_400 }),
  'a token of tomorrow': withClaims({ iat: now() + 86_400, exp: now() + 90_000 }),
  'a token that is not valid yet': withClaims({ nbf: now() + 86_400 }),
  'a token with another nonce': withClaims({ nonce: 'another' }),
  'a token whose nonce is null': withClaims({ nonce: null }),
  'an empty subject': withClaims({ sub: '' }),
  'a number as the subject': withClaims({ sub: 42 }),
  'a list as the subject': withClaims({ sub: ['ada-at-provider'] }),
  'a subject with a space': withClaims({ sub: ' ada-at-provider' }),
  'a subject without a bound': withClaims({ sub: 'a'.repeat(300) }),
  'a subject with a line break': withClaims({ sub: 'ada\nat-provider' }),
  'no token at all': { tokens: ({ id_token: _dropped, ...reply }) => reply },
  'a reply that is no object': { tokens: () => [] as unknown as Claims },
  'a response of another issuer': { response: (response) => response.set('iss', 'https://id.example.com') },
  'a response without the issuer that was promised': { response: (response) => response.delete('iss') },
  'two codes': { response: (response) => response.append('code', 'another') },
  'no code': { response: (response) => response.delete('code') },
  'a token as the response': {
    response: (response) => {
      response.delete('code')
      response.set('id_token', signed({ sub: 'ada-at-provider' }))
    },
  },
}

/** The ways in which a provider, or an attacker on the network, fails to give a usable reply. */
const failures: Record<string, Bent['answer']> = {
  'a key set that leads elsewhere': leading('/keys'),
  'tokens that lead elsewhere': leading('/token'),
  'a key set without an end': (path, response) => {
    if (path !== '/keys') return false
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write('"a key"'.repeat(1_000)));
    }
    response.on('drain', more)
    more()
    return true
  },
  'a key set that is none': (path, response) => {
    if (path === '/keys') response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":{}}')
    return path === '/keys'
  },
  'a page instead of tokens': (path, response) => {
    if (path === '/token') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
    return path === '/token'
  },
  'a connection that ends': (path, response) => {
    if (path === '/token') response.destroy()
    return path === '/token'
  },
  'an error of its own': (path, response) => {
    if (path === '/token') response.writeHead(500).end()
    return path === '/token'
  },
}

function leading(from: string): NonNullable<Bent['answer']> {
  return (path, response) => {
    if (path === from) response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    return path === from
  }
}

/** The authorization responses of GitHub, which do not contain the issuer (`iss`). */
const withoutIssuer: Bent = { response: (response) => response.delete('iss') }

/** Makes the token endpoint reply with an error. */
const replying = (status: number, error: string): Bent => ({
  answer(path, response) {
    const isAsked = path === '/token' || path === '/login/oauth/access_token'
    if (isAsked)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
    return isAsked
  },
})

const isUnavailable = ({ status, body, headers }: HttpReply) => {
  assert.deepEqual([status, body.code], [503, 'identity_provider_unavailable'])
  assert.ok(headers.has('retry-after'))
}

describe('a hostile provider', () => {
  let system: System
  let provider: IdentityProvider
  before(async () => {
    provider = await startProvider()
    system = await startSystem({
      settings: {
        LATCHKEY_RETURN_ORIGINS: application,
        ...providerSettings(temporaryFolder(), [
          { name: 'example', issuer: provider.url, trusts_email: true },
          { name: 'liar', issuer: `${provider.url}/liar`, trusts_email: true },
          { name: 'github', kind: 'github', issuer: provider.url },
          { name: 'down', issuer: 'http://127.0.0.1:9', trusts_email: true },
        ]),
      },
    })
    assert.equal((await logInAt(system, provider, 'example')).status, 200)
  })
  after(async () => {
    await system[Symbol.asyncDispose]()
    await provider[Symbol.asyncDispose]()
  })

  for (const [name, bent] of Object.entries(lies))
    test(`I141 I143 nobody gets in by ${name}`, async () => {
      provider.bent = bent
      isUnavailable(await logInAt(system, provider, 'example'))
      provider.bent = {}
    })

  for (const [name, answer] of Object.entries(failures))
    test(`I149 ${name} gets a 503, and nobody in`, async () => {
      await using fresh = await startSystem({
        settings: {
          LATCHKEY_RETURN_ORIGINS: application,
          ...providerSettings(temporaryFolder(), [{ name: 'example', issuer: provider.url }]),
        },
      })
      provider.bent = { answer }
      isUnavailable(await logInAt(fresh, provider, 'example'))
      provider.bent = {}
    })

  test('I142 what another provider has answered opens nothing here (mix-up)', async () => {
    const { url, token } = await beginLogin(system, 'example')
    // The response names the other provider as its issuer, and has the state of a login at this one.
    provider.bent = { response: (response) => response.set('iss', `${provider.url}/liar`) }
    const response = new URL(await provider.visit(url)).search.slice(1)
    provider.bent = {}
    assert.equal((await complete(system, 'liar', { token, response })).body.code, 'login_expired')
    isUnavailable(await complete(system, 'example', { token, response }))
  })

  test('a code that the provider refuses is a failed login with its own code, and no outage', async () => {
    const outages = async () =>
      /^latchkey_refusals_total\{[^}]*limit="identity_provider_unavailable".*$/m.exec(
        await metricsText(system, ['auth']),
      )?.[0]
    const before = await outages()
    assert.ok(before, 'outages are counted')
    for (const kind of ['example', 'github']) {
      const { url, token } = await beginLogin(system, kind)
      provider.bent = {
        response(response) {
          response.set('code', 'used before')
          if (kind === 'github') response.delete('iss')
        },
      }
      const response = new URL(await provider.visit(url)).search.slice(1)
      provider.bent = kind === 'github' ? replying(200, 'bad_verification_code') : {}
      const { status, body } = await complete(system, kind, { token, response })
      assert.deepEqual([status, body.code], [401, 'identity_code_refused'], kind)
      provider.bent = {}
      const line = system.log.findLast(({ msg }) => msg === 'identity provider refused a code')
      assert.deepEqual([line?.level, line?.provider], ['info', kind])
    }
    assert.equal(await outages(), before)
  })

  test('a setting that the provider refuses is a 503, and the log names the setting', async () => {
    const callback = `${system.authUrl.replace('127.0.0.1', 'localhost')}/account/callback-github`
    const refusals = [
      [
        'example',
        401,
        'invalid_client',
        'client_id and client_secret of example in LATCHKEY_FEDERATION_FILE',
      ],
      ['github', 200, 'incorrect_client_credentials', 'client_id and client_secret of github'],
      ['github', 200, 'redirect_uri_mismatch', `the address at the provider, which must be ${callback}`],
    ] as const
    for (const [name, status, error, setting] of refusals) {
      provider.bent = { ...replying(status, error), ...(name === 'github' ? withoutIssuer : {}) }
      isUnavailable(await logInAt(system, provider, name))
      provider.bent = {}
      const line = system.log.findLast(({ msg }) => msg === 'identity provider refuses a setting')
      assert.equal(line?.level, 'error', error)
      assert.ok(String(line?.setting).startsWith(setting), `${error}: ${line?.setting}`)
    }
  })

  test('a provider that names another issuer in its own document is not used', async () => {
    provider.bent = { discovery: (document) => ({ ...document, issuer: provider.url }) }
    const url = `${system.authUrl}/api/v1/auth/federated/liar`
    const body = { return_to: application }
    isUnavailable(await system.send('POST', url, { body }))
    provider.bent = {}
  })

  test('a provider that is down gets a 503, and is not asked again and again', async () => {
    const url = `${system.authUrl}/api/v1/auth/federated/down`
    for (let time = 0; time < 3; time++)
      isUnavailable(await system.send('POST', url, { body: { return_to: application } }))
    assert.equal((await logInAt(system, provider, 'example')).status, 200, 'the others go on')
  })

  test('I150 nothing else that a provider says counts: no role, no page, and no text without a bound', async () => {
    provider.person = {
      sub: 'mallory',
      email: 'mallory@example.com',
      email_verified: true,
      role: 'admin',
      roles: ['admin'],
      groups: ['admins'],
      scope: 'users:write',
      picture: 'https://evil.example.com/x.png',
      locale: '<b>',
      name: `<img src=x onerror=alert(1)>${'x'.repeat(10_000)}`,
      preferred_username: 'admin',
      sid: 'x',
    }
    const { status, body } = await logInAt(system, provider, 'example')
    assert.equal(status, 200, JSON.stringify(body))
    const { user } = body
    assert.deepEqual([user.username, user.role, user.name, user.locale], ['mallory', 'user', null, null])
    assert.deepEqual(user.metadata, {})
  })

  test('nothing of all this was counted against the user, and no token of a provider was kept', async () => {
    const auth = await system.database('auth')
    assert.deepEqual(await auth.query`SELECT * FROM login_attempts`, [])
    const users = await system.database('users')
    const kept = JSON.stringify(await users.query`SELECT * FROM identities`)
    assert.ok(!kept.includes('an access token'), kept)
    assert.ok(!system.logText().includes('an access token'))
  })
})
