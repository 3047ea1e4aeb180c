import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticatorFlags } from '#tests/support/authenticator.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  addPasskey,
  type PasskeyUser,
  passkeySettings,
  passkeySite,
  showPasskey,
  signUpWithPasskey,
} from '#tests/support/passkey-user.ts'
import { type HttpReply, type System, send, startSystem, stillClock } from '#tests/support/system.ts'

const why = ({ status, body }: HttpReply) => [status, body.code]
const invalid = [401, 'passkey_invalid']
const expired = [401, 'login_expired']

function claimsOf(token: string) {
  const [, payload = ''] = token.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}
const alone = (system: System, { passkey: shown }: Pick<PasskeyUser, 'passkey'>) =>
  showPasskey(system, 'passkey/login', { shown })
const withPassword = (system: System, { user, password }: PasskeyUser, more = {}) =>
  system.send('POST', `${system.authUrl}/auth/login`, {
    body: { username: user.username, password, ...more },
  })
async function begin(system: System, user: PasskeyUser): Promise<string> {
  const reply = await withPassword(system, user)
  assert.deepEqual(why(reply), [401, 'second_factor_required'])
  assert.deepEqual(reply.body.factors[0], { kind: 'passkey' })
  return reply.body.login_token
}

const startPlain = (settings: Record<`LATCHKEY_${string}`, string> = passkeySettings) =>
  startSystem({ settings })

onEachEngine((start) => {
  test('a passkey alone logs in at aal2, and a password asks for it from then on', async () => {
    await using system = await start({ settings: passkeySettings })
    const ada = await signUpWithPasskey(system, 'ada')
    assert.equal(ada.recoveryCodes.length, 10)
    const direct = await alone(system, ada)
    assert.equal(direct.status, 200)
    assert.equal(direct.body.user.id, ada.user.id)
    const { acr, amr } = claimsOf(direct.body.access_token)
    assert.deepEqual([acr, amr], ['aal2', ['hwk', 'user', 'mfa']])
    const login_token = await begin(system, ada)
    const stepped = await showPasskey(system, 'login/passkey', {
      shown: (challenge) => ada.passkey.get({ challenge, ...passkeySite }),
      body: { login_token },
    })
    assert.equal(stepped.status, 200, JSON.stringify(stepped.body))
    assert.deepEqual(claimsOf(stepped.body.access_token).amr, ['pwd', 'hwk', 'user', 'mfa'])
  })

  test('I82 a login is completed once, and I103 its challenge is for no other login', async () => {
    await using system = await start({ settings: passkeySettings })
    const ada = await signUpWithPasskey(system, 'ada')
    const [one, other] = [await begin(system, ada), await begin(system, ada)]
    const answerOf = async (login_token: string) => {
      const url = `${system.authUrl}/api/v1/auth/login/passkey/options`
      const { body } = await send('POST', url, { body: { login_token } })
      return ada.passkey.get({ challenge: body.public_key.challenge, ...passkeySite })
    }
    const complete = (login_token: string, credential: object) =>
      send('POST', `${system.authUrl}/api/v1/auth/login/passkey`, { body: { login_token, credential } })
    assert.deepEqual(why(await complete(other, await answerOf(one))), invalid)
    const answers = await Promise.all(Array.from({ length: 8 }, () => answerOf(one)))
    const replies = await Promise.all(answers.map((answer) => complete(one, answer)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    for (const reply of replies) if (reply.status !== 200) assert.deepEqual(why(reply), expired)
    const again = await answerOf(other)
    assert.equal((await complete(other, again)).status, 200)
    assert.deepEqual(why(await complete(other, again)), expired)
  })

  test('I102 an assertion that somebody has overheard logs nobody in', async () => {
    await using system = await start({ settings: passkeySettings })
    const ada = await signUpWithPasskey(system, 'ada')
    let overheard: object = {}
    const shown = (challenge: string) => {
      overheard = ada.passkey.get({ challenge, ...passkeySite })
      return overheard
    }
    assert.equal((await showPasskey(system, 'passkey/login', { shown })).status, 200)
    const url = `${system.authUrl}/api/v1/auth/passkey/login`
    assert.deepEqual(why(await send('POST', url, { body: { credential: overheard } })), invalid)
  })

  test('I105 I106 I114 wrong assertions are refused alike', async () => {
    await using system = await start({ settings: passkeySettings })
    const [ada, eve] = [await signUpWithPasskey(system, 'ada'), await signUpWithPasskey(system, 'eve')]
    const login_token = await begin(system, ada)
    const byEve = await showPasskey(system, 'login/passkey', { shown: eve.passkey, body: { login_token } })
    assert.deepEqual(why(byEve), invalid)
    const { present } = authenticatorFlags
    const unverified = await showPasskey(system, 'passkey/login', {
      shown: ada.passkey,
      bent: { flags: present },
    })
    const elsewhere = await showPasskey(system, 'passkey/login', {
      shown: ada.passkey,
      bent: { origin: 'https://example.com.evil.example' },
    })
    const unknown = await showPasskey(system, 'passkey/login', {
      shown: (challenge) => ({
        ...ada.passkey.get({ challenge, ...passkeySite }),
        id: 'AAAA',
        rawId: 'AAAA',
      }),
    })
    for (const reply of [unverified, elsewhere, unknown]) {
      assert.deepEqual(why(reply), invalid)
      assert.deepEqual({ ...reply.body, request_id: '' }, { ...byEve.body, request_id: '' })
    }
    assert.equal((await alone(system, ada)).status, 200)
  })

  test('I116 step-up by a passkey raises its own session, and does not prolong it', async () => {
    const clock = stillClock()
    await using system = await start({ settings: passkeySettings, clock })
    const ada = await signUpWithPasskey(system, 'ada')
    clock.advance(10 * 60_000)
    const passkeys = `${system.usersUrl}/api/v1/users/me/passkeys`
    const token = (
      await send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token: ada.refresh_token } })
    ).body.access_token
    const refused = await send('POST', `${passkeys}/options`, { token })
    assert.deepEqual(why(refused), [401, 'reauthentication_required'])
    assert.match(refused.headers.get('www-authenticate') ?? '', /acr_values="aal2"/)
    const stepped = await showPasskey(system, 'step-up/passkey', { shown: ada.passkey, token })
    assert.equal(stepped.status, 200, JSON.stringify(stepped.body))
    assert.equal(stepped.body.session_id, ada.session_id)
    const { acr, amr } = claimsOf(stepped.body.access_token)
    assert.deepEqual([acr, amr], ['aal2', ['hwk', 'user', 'mfa']])
    const { access_token } = stepped.body
    assert.equal((await send('POST', `${passkeys}/options`, { token: access_token })).status, 200)
    const other = (await alone(system, ada)).body
    const answerAt = 'step-up/passkey'
    const asked = await send('POST', `${system.authUrl}/api/v1/auth/step-up/passkey/options`, {
      token: access_token,
    })
    const credential = ada.passkey.get({ challenge: asked.body.public_key.challenge, ...passkeySite })
    const elsewhere = await send('POST', `${system.authUrl}/api/v1/auth/${answerAt}`, {
      token: other.access_token,
      body: { credential },
    })
    assert.deepEqual(why(elsewhere), [400, 'passkey_invalid'])
  })

  test('I113 a removed passkey opens nothing, and a login half done with it ends', async () => {
    await using system = await start({ settings: passkeySettings })
    const ada = await signUpWithPasskey(system, 'ada')
    const { access_token: token } = (await alone(system, ada)).body
    const login_token = await begin(system, ada)
    const second = await addPasskey(system, token)
    assert.deepEqual(second.recoveryCodes, [])
    const url = `${system.usersUrl}/api/v1/users/me/passkeys/${ada.passkeyId}`
    assert.equal((await send('DELETE', url, { token })).status, 204)
    assert.deepEqual(why(await alone(system, ada)), invalid)
    const late = await showPasskey(system, 'login/passkey', { shown: second.passkey, body: { login_token } })
    assert.deepEqual(why(late), expired, 'I83 the factors have changed since')
    assert.equal((await alone(system, second)).status, 200)
  })

  test('I110 a copied passkey ends every session, and the user is told', async () => {
    await using system = await start({ settings: passkeySettings })
    const ada = await system.signUpAndLogIn('ada')
    const { passkey } = await addPasskey(system, ada.access_token, { counter: 5 })
    const copy = Object.assign(Object.create(Object.getPrototypeOf(passkey)), passkey)
    const { body } = await alone(system, { passkey })
    assert.deepEqual(why(await alone(system, { passkey: copy })), invalid)
    const validated = await send('GET', `${system.authUrl}/auth/validate`, { token: body.access_token })
    assert.deepEqual(why(validated), [401, 'session_ended'])
  })

  test('I86 I118 a device is remembered by a passkey as by any real factor', async () => {
    await using system = await start({ settings: passkeySettings })
    const ada = await signUpWithPasskey(system, 'ada')
    const login_token = await begin(system, ada)
    const options = await send('POST', `${system.authUrl}/api/v1/auth/login/passkey/options`, {
      body: { login_token },
    })
    const credential = ada.passkey.get({ challenge: options.body.public_key.challenge, ...passkeySite })
    const body = { login_token, credential, remember_device: true }
    const { device_token } = (await send('POST', `${system.authUrl}/api/v1/auth/login/passkey`, { body }))
      .body
    const again = await withPassword(system, ada, { device_token })
    assert.equal(again.status, 200)
    assert.equal(claimsOf(again.body.access_token).acr, 'aal1')
  })
})

test('huge and malformed credentials are 400 with the field', async () => {
  await using system = await startPlain()
  const ada = await signUpWithPasskey(system, 'ada')
  const good = ada.passkey.get({ challenge: 'AAAA', ...passkeySite })
  const post = (credential: unknown) =>
    send('POST', `${system.authUrl}/api/v1/auth/passkey/login`, { body: { credential } })
  for (const [pointer, credential] of [
    ['/credential/id', { ...good, id: 'a b' }],
    ['/credential/id', { ...good, id: 'A'.repeat(1365) }],
    ['/credential/rawId', { ...good, rawId: undefined }],
    ['/credential/type', { ...good, type: 'password' }],
    ['/credential/response', { ...good, response: [] }],
    ['/credential/response/signature', { ...good, response: { ...good.response, signature: 7 } }],
    [
      '/credential/response/clientDataJSON',
      { ...good, response: { ...good.response, clientDataJSON: 'A'.repeat(6_000) } },
    ],
    ['/credential', 'a text'],
  ] as const) {
    const { status, body } = await post(credential)
    assert.deepEqual([status, body.errors?.[0]?.pointer], [400, pointer])
  }
  assert.equal((await post({ ...good, response: { ...good.response, clientDataJSON: 'e30' } })).status, 401)
  assert.equal((await post({ ...good, more: { of: 'a later browser' } })).status, 401)
})

test('without a domain for passkeys no route of them does anything', async () => {
  await using system = await startPlain({})
  const { access_token: token } = await system.signUpAndLogIn('ada')
  for (const [url, more] of [
    [`${system.authUrl}/api/v1/auth/passkey/options`, {}],
    [`${system.authUrl}/api/v1/auth/step-up/passkey/options`, { token }],
    [`${system.usersUrl}/api/v1/users/me/passkeys/options`, { token }],
  ] as const)
    assert.deepEqual(why(await send('POST', url, more)), [409, 'passkeys_off'])
})
