import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { logInTo, registerClient, relyingParty, signedInBrowser } from '#tests/support/relying-party.ts'

onEachEngine((startSystem, engine) => {
  test('I138 a client is told of its own tokens only, and only while the session lives', async () => {
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
    const { exp, iat, auth_time, sid, ...ofRefresh } = await openid.tokenIntrospection(wiki.config, refresh)
    assert.deepEqual(ofRefresh, {
      active: true,
      client_id: wiki.id,
      sub: ada.id,
      scope: 'openid email offline_access',
      iss: 'https://auth.example.com',
      acr: 'aal1',
      amr: ['pwd'],
    })
    assert.ok(Number(exp) > Number(told.exp), 'it lives longer than the access token')
    assert.deepEqual(await openid.tokenIntrospection(other.config, refresh), { active: false })
    const { access_token: admin } = await system.admin()
    for (const token of [admin, system.serviceToken()]) {
      const url = `${system.authUrl}/api/v1/auth/introspect`
      const { body } = await system.send('POST', url, { token, body: { token: refresh } })
      assert.deepEqual(body, { active: false }, 'no application accepts the refresh token of another')
    }

    await openid.tokenRevocation(other.config, tokens.access_token)
    await openid.tokenRevocation(other.config, refresh)
    assert.equal((await openid.tokenIntrospection(wiki.config, tokens.access_token)).active, true)
    await openid.tokenRevocation(wiki.config, refresh)
    for (const token of [tokens.access_token, refresh])
      assert.deepEqual(await openid.tokenIntrospection(wiki.config, token), { active: false })
    await assert.rejects(openid.refreshTokenGrant(wiki.config, refresh), { error: 'invalid_grant' })

    const again = await logInTo(wiki, browser, { scope: 'openid' })
    assert.equal((await openid.tokenIntrospection(wiki.config, again.access_token)).active, true)
    const url = `${system.usersUrl}/api/v1/users/${ada.id}`
    const suspended = await system.send('PATCH', url, { token: admin, body: { status: 'suspended' } })
    assert.equal(suspended.status, 200)
    for (const token of [again.access_token, again.refresh_token ?? ''])
      assert.deepEqual(await openid.tokenIntrospection(wiki.config, token), { active: false })
  })

  test('a reply with a refresh token says when it expires, and a refresh extends that', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system)
    const first = await logInTo(wiki, await signedInBrowser(system, ada))
    // Rounded up, because the clock of the test goes on while it runs.
    const daysIn = ({ refresh_expires_in: seconds }: Record<string, unknown>) =>
      Math.ceil(Number(seconds) / 86_400)
    assert.equal(daysIn(first), 30)
    let last = first
    const days: number[] = []
    for (let day = 10; day <= 80; day += 10) {
      system.clock.advance(10 * 86_400_000)
      last = await openid.refreshTokenGrant(wiki.config, last.refresh_token ?? '')
      days.push(daysIn(last))
    }
    // A refresh is a use of the session, which ends after 90 days in any case.
    assert.deepEqual(days, [30, 30, 30, 30, 30, 30, 20, 10])
    const once = await relyingParty(system, { grant_types: ['authorization_code'], scopes: ['openid'] })
    const alone = await logInTo(once, await signedInBrowser(system, ada))
    assert.equal(alone.refresh_expires_in, undefined)
  })

  test('to ask about an earlier refresh token ends nothing, and to revoke it ends the access of its client', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system)
    const other = await relyingParty(system)
    const browser = await signedInBrowser(system, ada)
    const { refresh_token: first = '' } = await logInTo(wiki, browser)
    const { refresh_token: second = '' } = await openid.refreshTokenGrant(wiki.config, first)
    assert.equal((await openid.tokenIntrospection(wiki.config, first)).active, true, 'a retry gets the same')
    system.clock.advance(31_000)
    for (const { config } of [wiki, other])
      assert.deepEqual(await openid.tokenIntrospection(config, first), { active: false })
    await openid.tokenRevocation(other.config, first)
    assert.equal((await openid.tokenIntrospection(wiki.config, second)).active, true)
    const { access_token: open } = await openid.refreshTokenGrant(wiki.config, second)

    await openid.tokenRevocation(wiki.config, first)
    for (const token of [open, second])
      assert.deepEqual(await openid.tokenIntrospection(wiki.config, token), { active: false })
    await logInTo(wiki, browser)
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

  test('what is changed about a client counts with its next request for tokens, on each node', async () => {
    await using system = await startSystem()
    // On SQLite there is no second node, because one process uses the database alone.
    await using other = engine === 'postgres' ? await startSystem({ data: system.data }) : undefined
    const { access_token: token } = await system.admin()
    const { id, client_secret: secret = '' } = await registerClient(system, {
      redirect_uris: [],
      grant_types: ['client_credentials'],
      scopes: ['read'],
      resources: ['https://api.example.com'],
    })
    const url = `${system.authUrl}/api/v1/oidc-clients/${id}`
    const answers = async (shown: string): Promise<string[]> => {
      const told: string[] = []
      for (const { authUrl } of other ? [system, other] : [system]) {
        const authorization = `Basic ${Buffer.from(`${id}:${shown}`).toString('base64')}`
        const response = await fetch(`${authUrl}/oidc/token`, {
          method: 'POST',
          headers: { authorization },
          body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'read' }),
        })
        const { error, scope } = (await response.json()) as { error?: string; scope?: string }
        told.push(`${response.status} ${error ?? scope ?? 'no scope'}`)
      }
      return [...new Set(told)]
    }
    const change = async (method: string, address: string, body?: object) => {
      const reply = await system.send(method, address, { token, ...(body && { body }) })
      assert.ok(reply.status < 300, JSON.stringify(reply.body))
      return reply.body
    }
    assert.deepEqual(await answers(secret), ['200 read'])
    assert.deepEqual(await answers(secret), ['200 read'], 'remembered')
    const { client_secret: second } = await change('POST', `${url}/secrets`)
    const [first] = (await change('GET', url)).secrets
    await change('DELETE', `${url}/secrets/${first.id}`)
    assert.deepEqual(await answers(secret), ['401 invalid_client'], 'revoked')
    assert.deepEqual(await answers(second), ['200 read'])
    const grantTypes = ['client_credentials', 'authorization_code']
    const redirects = { redirect_uris: ['https://wiki.example.com/callback'], scopes: ['openid', 'read'] }
    await change('PATCH', url, { ...redirects, grant_types: grantTypes.slice(1) })
    assert.deepEqual(await answers(second), ['400 unauthorized_client'], 'may no longer ask for them')
    await change('PATCH', url, { grant_types: grantTypes, enabled: false })
    assert.deepEqual(await answers(second), ['401 invalid_client'], 'disabled')
    await change('PATCH', url, { enabled: true })
    assert.deepEqual(await answers(second), ['200 read'])
    await change('DELETE', url)
    assert.deepEqual(await answers(second), ['401 invalid_client'], 'deleted')
  })
})
