import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  at,
  issuer,
  type PlainBrowser,
  type RelyingParty,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import { type System, send } from '#tests/support/system.ts'

const pkce = ['code_challenge', 'code_challenge_method']

/** Sends an authorization request without some of its parameters, and returns the parameters of the response. */
async function askWithout(
  { party, browser }: { party: RelyingParty; browser: PlainBrowser },
  left: readonly string[],
  changed: Record<string, string> = {},
): Promise<URLSearchParams> {
  const url = new URL((await ask(party)).url)
  for (const name of left) url.searchParams.delete(name)
  for (const [name, value] of Object.entries(changed)) url.searchParams.set(name, value)
  return (await browser.follow(url.href)).url.searchParams
}

/** Exchanges a code as a client with a secret does, and returns the status and the error. */
async function redeem(
  system: System,
  party: RelyingParty,
  { code, verifier }: { code: string | null; verifier?: string },
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: party.redirectUri,
    ...(verifier === undefined ? {} : { code_verifier: verifier }),
  })
  const authorization = `Basic ${Buffer.from(`${party.id}:${party.secret}`).toString('base64')}`
  const response = await fetch(at(system, `${issuer}/oidc/token`), {
    method: 'POST',
    headers: { authorization },
    body,
  })
  const { error } = (await response.json()) as { error?: string }
  return `${response.status} ${error ?? 'tokens'}`
}

onEachEngine((startSystem) => {
  test('a client that need not use PKCE signs people in without it, as far as its setting goes', async () => {
    await using system = await startSystem()
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    const outcomes: Record<string, string[]> = {}
    for (const require_pkce of ['always', 'or_nonce', 'never']) {
      const party = await relyingParty(system, { require_pkce })
      outcomes[require_pkce] = []
      for (const [left, changed] of [
        [pkce, {}],
        [[...pkce, 'nonce'], {}],
        [pkce, { nonce: '' }],
      ] as const) {
        const answer = await askWithout({ party, browser }, left, changed)
        const code = answer.get('code')
        outcomes[require_pkce].push(
          code === null ? (answer.get('error') ?? '') : await redeem(system, party, { code }),
        )
      }
    }
    const refused = 'invalid_request'
    assert.deepEqual(outcomes, {
      always: [refused, refused, refused],
      or_nonce: ['200 tokens', refused, refused],
      never: ['200 tokens', '200 tokens', '200 tokens'],
    })
  })

  test('PKCE that a client sends is checked, whatever its setting, and cannot be left out on the way', async () => {
    await using system = await startSystem()
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    for (const require_pkce of ['always', 'or_nonce', 'never']) {
      const party = await relyingParty(system, { require_pkce })
      const verifier = openid.randomPKCECodeVerifier()
      const code_challenge = await openid.calculatePKCECodeChallenge(verifier)
      const code = async () => (await askWithout({ party, browser }, [], { code_challenge })).get('code')
      for (const [shown, expected] of [
        [{ verifier }, '200 tokens'],
        [{}, '400 invalid_grant'],
        [{ verifier: '' }, '400 invalid_grant'],
        [{ verifier: openid.randomPKCECodeVerifier() }, '400 invalid_grant'],
      ] as const)
        assert.equal(await redeem(system, party, { code: await code(), ...shown }), expected, require_pkce)
      for (const bent of [
        { code_challenge_method: 'plain' },
        { code_challenge: 'short' },
        { code_challenge_method: '' },
      ] as Record<string, string>[]) {
        const answer = await askWithout({ party, browser }, [], bent)
        assert.equal(answer.get('error'), 'invalid_request', `${require_pkce} ${JSON.stringify(bent)}`)
      }
    }
    // An attacker removed the challenge from the request: the client still sends its verifier (RFC 9700 section 4.8.2).
    const party = await relyingParty(system, { require_pkce: 'never' })
    const answer = await askWithout({ party, browser }, pkce)
    const stripped = { code: answer.get('code'), verifier: openid.randomPKCECodeVerifier() }
    assert.equal(await redeem(system, party, stripped), '400 invalid_grant')
  })

  test('a pushed request follows the same setting', async () => {
    await using system = await startSystem()
    const push = async (require_pkce: string, parameters: Record<string, string>) => {
      const { id, secret, redirectUri } = await relyingParty(system, { require_pkce })
      const response = await fetch(at(system, `${issuer}/oidc/par`), {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
        body: new URLSearchParams({
          client_id: id,
          response_type: 'code',
          redirect_uri: redirectUri,
          scope: 'openid',
          ...parameters,
        }),
      })
      const { error } = (await response.json()) as { error?: string }
      return `${response.status} ${error ?? 'pushed'}`
    }
    assert.equal(await push('always', { nonce: 'n' }), '400 invalid_request')
    assert.equal(await push('or_nonce', { nonce: 'n' }), '201 pushed')
    assert.equal(await push('or_nonce', {}), '400 invalid_request')
    assert.equal(await push('never', {}), '201 pushed')
  })

  test('only a client that authenticates itself can do without PKCE', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const clients = `${system.authUrl}/api/v1/oidc-clients`
    const body = { name: 'Phone app', redirect_uris: ['com.example.app:/signed-in'] }
    for (const require_pkce of ['or_nonce', 'never']) {
      const settings = { ...body, token_endpoint_auth_method: 'none', require_pkce }
      const refused = await send('POST', clients, { token, body: settings })
      assert.equal(refused.status, 400)
      assert.equal(refused.body.errors[0].pointer, '/require_pkce')
    }
    const made = await send('POST', clients, { token, body: { ...body, token_endpoint_auth_method: 'none' } })
    assert.equal(made.body.require_pkce, 'always')
    const changed = await send('PATCH', `${clients}/${made.body.id}`, {
      token,
      body: { require_pkce: 'never' },
    })
    assert.equal(changed.status, 400)
  })

  test('a node of the version before treats every client as one that must use PKCE, and changes no setting', async () => {
    await using system = await startSystem()
    const { id } = await relyingParty(system, { require_pkce: 'or_nonce' })
    const db = await system.database('auth')
    const other = '01a1f4d5-61c2-7e09-b3a8-94d7f0e2c516'
    // The statements of that version, which know nothing of the new column.
    await db.query`UPDATE oidc_clients SET name = 'Renamed', metadata = metadata WHERE id = ${id}`
    await db.query`
      INSERT INTO oidc_clients (id, name, metadata, secrets, created_by, created_at, updated_at, disabled_at, version)
      SELECT ${other}, name, metadata, secrets, created_by, created_at, updated_at, disabled_at, version
      FROM oidc_clients WHERE id = ${id}`
    const { access_token: token } = await system.admin()
    const { data } = (await send('GET', `${system.authUrl}/api/v1/oidc-clients`, { token })).body
    const settings = Object.fromEntries(
      data.map((client: { id: string; require_pkce: string }) => [client.id, client.require_pkce]),
    )
    assert.deepEqual(settings, { [id]: 'or_nonce', [other]: 'always' })
    const [row] = await db.query<{ metadata: string }>`SELECT metadata FROM oidc_clients WHERE id = ${id}`
    assert.ok(!row?.metadata.includes('kce'), 'it is not where that version would remove it')
  })
})
