import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { logInTo, relyingParty, signedInBrowser } from '#tests/support/relying-party.ts'

onEachEngine((startSystem) => {
  test('a refresh token with offline_access is in a session that its user sees and ends', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system)
    const browser = await signedInBrowser(system, ada)
    const tokens = await logInTo(wiki, browser, { scope: 'openid offline_access' })
    const refreshed = await openid.refreshTokenGrant(wiki.config, tokens.refresh_token ?? '')
    const sessionId = tokens.claims()?.sid

    const { access_token: token } = await system.logIn('ada', ada.password)
    const sessions = `${system.authUrl}/api/v1/auth/sessions`
    const listed = await system.send('GET', sessions, { token })
    assert.ok(listed.body.data.some(({ id }: { id: string }) => id === sessionId))
    assert.equal((await system.send('DELETE', `${sessions}/${sessionId}`, { token })).status, 204)
    await assert.rejects(openid.refreshTokenGrant(wiki.config, refreshed.refresh_token ?? ''), {
      error: 'invalid_grant',
    })
  })
})
