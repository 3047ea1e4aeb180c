import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { consentTo } from '#tests/support/consent.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  exchange,
  logInTo,
  type RelyingParty,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'

const scope = 'openid email offline_access'

/** Refreshes with the scopes that the application is configured with, as many libraries do each time. */
async function refreshTwice({ config }: RelyingParty, tokens: { refresh_token?: string }, scope: string) {
  const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '', { scope })
  return openid.refreshTokenGrant(config, next.refresh_token ?? '', { scope })
}

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

  test('offline_access is granted with each refresh token, so that a refresh may repeat all scopes', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const api = { scopes: [...scope.split(' '), 'notes:read'], resources: ['https://notes.example.com'] }
    const wiki = await relyingParty(system, api)
    const browser = await signedInBrowser(system, ada)
    for (const prompt of [undefined, 'none']) {
      const tokens = await logInTo(wiki, browser, { scope, ...(prompt && { prompt }) })
      assert.deepEqual(tokens.scope?.split(' ').sort(), scope.split(' ').sort(), prompt)
      assert.deepEqual(
        (await refreshTwice(wiki, tokens, scope)).scope?.split(' ').sort(),
        scope.split(' ').sort(),
      )
    }
    const forApi = `${scope} notes:read`
    const { resource } = { resource: 'https://notes.example.com' }
    const tokens = await logInTo(wiki, browser, { scope: forApi, resource })
    assert.equal((await refreshTwice(wiki, tokens, forApi)).scope, 'notes:read')
    const less = await logInTo(wiki, browser, { scope: 'openid' })
    await assert.rejects(
      openid.refreshTokenGrant(wiki.config, less.refresh_token ?? '', { scope }),
      { error: 'invalid_scope' },
      'what was not asked for is not given',
    )

    const asked = await ask(wiki, { scope })
    const pushed = await openid.buildAuthorizationUrlWithPAR(wiki.config, new URL(asked.url).searchParams)
    const { url } = await browser.follow(pushed.href)
    const ofPushed = await exchange(wiki, url, asked)
    assert.match(ofPushed.scope ?? '', /offline_access/, 'a pushed request')
    await refreshTwice(wiki, ofPushed, scope)
  })

  test('offline_access is not granted to a client that may not refresh, or is not registered for it', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const browser = await signedInBrowser(system, ada)
    for (const settings of [
      { grant_types: ['authorization_code'], scopes: ['openid', 'email'] },
      { scopes: ['openid', 'email'] },
    ]) {
      const tokens = await logInTo(await relyingParty(system, settings), browser, { scope })
      assert.deepEqual(tokens.scope?.split(' ').sort(), ['email', 'openid'])
    }
  })

  test('the consent page names offline_access, and a consent without it covers it', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const party = await relyingParty(system, { first_party: false })
    const browser = await signedInBrowser(system, ada)
    const first = await consentTo(system, { party, browser, scope: 'openid email' })
    assert.ok(first.refresh_token, 'a consent gives a refresh token with or without the scope')
    const again = await logInTo(party, browser, { scope })
    assert.match(again.scope ?? '', /offline_access/)
    const elsewhere = await logInTo(party, await signedInBrowser(system, ada), { scope, prompt: 'none' })
    await refreshTwice(party, elsewhere, scope)

    const other = await relyingParty(system, { first_party: false, name: 'Other' })
    const asked = await ask(other, { scope })
    const { page } = await browser.follow(asked.url)
    assert.match(page ?? '', /keep access when you’re not using it/)
    const tokens = await consentTo(system, { party: other, browser, scope })
    await refreshTwice(other, tokens, scope)
    const parameters = { prompt: 'consent' }
    await refreshTwice(other, await consentTo(system, { party: other, browser, scope, parameters }), scope)
  })
})
