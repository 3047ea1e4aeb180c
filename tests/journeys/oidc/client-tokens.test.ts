import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { logInTo, relyingParty, signedInBrowser } from '#tests/support/relying-party.ts'

onEachEngine((startSystem) => {
  test('I138 a client is told of its own access token only, and only while the session lives', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system)
    const other = await relyingParty(system)
    const browser = await signedInBrowser(system, ada)
    const tokens = await logInTo(wiki, browser, { scope: 'openid email offline_access' })
    const told = await openid.tokenIntrospection(wiki.config, tokens.access_token)
    const { active, sub, client_id, token_type } = told
    assert.deepEqual([active, sub, client_id, token_type], [true, ada.id, wiki.id, 'Bearer'])
    assert.deepEqual(await openid.tokenIntrospection(other.config, tokens.access_token), { active: false })
    const refresh = tokens.refresh_token ?? ''
    assert.deepEqual(await openid.tokenIntrospection(wiki.config, refresh), { active: false })

    await openid.tokenRevocation(other.config, tokens.access_token)
    await openid.tokenRevocation(other.config, refresh)
    assert.equal((await openid.tokenIntrospection(wiki.config, tokens.access_token)).active, true)
    await openid.tokenRevocation(wiki.config, refresh)
    assert.deepEqual(await openid.tokenIntrospection(wiki.config, tokens.access_token), { active: false })
    await assert.rejects(openid.refreshTokenGrant(wiki.config, refresh), { error: 'invalid_grant' })

    const again = await logInTo(wiki, browser, { scope: 'openid' })
    assert.equal((await openid.tokenIntrospection(wiki.config, again.access_token)).active, true)
    const { access_token: token } = await system.admin()
    const url = `${system.usersUrl}/api/v1/users/${ada.id}`
    assert.equal((await system.send('PATCH', url, { token, body: { status: 'suspended' } })).status, 200)
    assert.deepEqual(await openid.tokenIntrospection(wiki.config, again.access_token), { active: false })
  })

  test('what people gave to a client ends with it', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system)
    await logInTo(wiki, await signedInBrowser(system, ada), { scope: 'openid' })
    const db = await system.database('auth')
    assert.equal((await db.query`SELECT id FROM oidc_grants`).length, 1)
    const { access_token: token } = await system.admin()
    const url = `${system.authUrl}/api/v1/oidc-clients/${wiki.id}`
    assert.equal((await system.send('DELETE', url, { token })).status, 204)
    assert.deepEqual(await db.query`SELECT id FROM oidc_grants`, [])
  })
})
