import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { logInTo, relyingParty, signedInBrowser } from '#tests/support/relying-party.ts'
import type { System } from '#tests/support/system.ts'

const api = 'https://api.example.com'

async function preview(system: System, id: string, query: Record<string, string>) {
  const { access_token: token } = await system.admin()
  const url = `${system.authUrl}/api/v1/oidc-clients/${id}/claims?${new URLSearchParams(query)}`
  return system.send('GET', url, { token })
}

/** Requires that a token has the claims that depend on the login, and returns all other claims. */
function withoutLogin(claims: object, decided: readonly string[]): Record<string, unknown> {
  assert.deepEqual(
    decided.filter((name) => !Object.hasOwn(claims, name)),
    [],
  )
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !decided.includes(name)))
}

const claimsIn = (jwt: string): object =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())

onEachEngine((startSystem) => {
  test('the preview of claims says what the tokens of a login then say', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system, {
      resources: [api],
      scopes: ['openid', 'profile', 'email', 'pages:read'],
    })
    const scope = 'openid email profile'
    const { status, body } = await preview(system, wiki.id, {
      user_id: ada.id,
      scope: `${scope} pages:write`,
    })
    assert.equal(status, 200)
    assert.deepEqual([body.scopes, body.refused_scopes], [scope.split(' '), ['pages:write']])
    const browser = await signedInBrowser(system, ada)
    const tokens = await logInTo(wiki, browser, { scope })
    assert.deepEqual(
      withoutLogin(claimsIn(tokens.id_token ?? ''), body.id_token.at_login),
      body.id_token.claims,
    )
    assert.deepEqual(
      { ...(await openid.fetchUserInfo(wiki.config, tokens.access_token, ada.id)) },
      body.user_information,
    )
    const {
      active,
      token_type: _,
      ...said
    } = await openid.tokenIntrospection(wiki.config, tokens.access_token)
    assert.equal(active, true)
    assert.equal(body.access_token.format, 'opaque')
    assert.deepEqual(withoutLogin(said, body.access_token.at_login), body.access_token.claims)

    const forApi = { scope: 'openid pages:read', resource: api }
    const { access_token: shown } = (await preview(system, wiki.id, { user_id: ada.id, ...forApi })).body
    const real = await logInTo(wiki, browser, forApi)
    assert.equal(shown.format, 'jwt')
    assert.deepEqual(withoutLogin(claimsIn(real.access_token), shown.at_login), shown.claims)
  })

  test('nothing is previewed of an unknown user, an unknown client, or for an API that the client may not call', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system)
    const code = async (id: string, query: Record<string, string>) =>
      (await preview(system, id, query)).body.code
    assert.equal(await code(wiki.id, { user_id: wiki.id }), 'user_not_found')
    assert.equal(await code(ada.id, { user_id: ada.id }), 'client_not_found')
    assert.equal(await code(wiki.id, { user_id: ada.id, resource: api }), 'invalid_request')
    const { body } = await preview(system, wiki.id, { user_id: ada.id, scope: 'email' })
    assert.deepEqual([body.id_token, body.user_information], [null, null], 'without openid')
    const { access_token: token } = await system.admin()
    const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, {
      token,
      body: { name: 'ci', scopes: ['clients:write'] },
    })
    const url = `${system.authUrl}/api/v1/oidc-clients/${wiki.id}/claims?user_id=${ada.id}`
    const refused = await system.send('GET', url, { token: made.body.key })
    assert.equal(refused.body.code, 'forbidden', 'users:read is missing')
  })
})
