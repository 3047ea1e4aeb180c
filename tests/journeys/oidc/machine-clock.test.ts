import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { ask, type RelyingParty, relyingParty, signedInBrowser } from '#tests/support/relying-party.ts'
import { type System, stillClock, testClock } from '#tests/support/system.ts'

const hour = 60 * 60_000
const notes = 'https://notes.example.com'
const app = { scopes: ['openid', 'offline_access', 'notes:read'], resources: [notes] }

/** Sends a form as the application, without a client library: that would check the times of tokens by the clock of this machine. */
async function send(system: System, { id, secret = '' }: RelyingParty, path: string, form: object) {
  const body = new URLSearchParams({ client_id: id, client_secret: secret, ...form })
  const reply = await fetch(system.authUrl + path, { method: 'POST', body })
  const answer = await reply.text()
  assert.equal(reply.status, 200, answer)
  return JSON.parse(answer)
}

onEachEngine((startSystem) => {
  for (const [about, aheadMs] of [
    ['ahead of', hour],
    ['behind', -hour],
  ] as const)
    test(`the provider follows the clock of the service where that of the machine is ${about} it`, async () => {
      const clock = testClock()
      clock.advance(-aheadMs)
      await using system = await startSystem({ clock })
      const wiki = await relyingParty(system, app)
      const browser = await signedInBrowser(system, await system.signUp('ada'))
      const since = Math.floor(clock.now() / 1000) - 1
      /** Checks that times are those of a token that was issued now, and is valid for a quarter of an hour. */
      const isOfNow = (what: string, { iat = 0, exp = 0 }: { iat?: number; exp?: number }) => {
        assert.ok(iat >= since && iat * 1000 <= clock.now(), `${what}: ${iat} is not after ${since}`)
        assert.ok(Math.abs(exp - iat - 900) <= 1, `${what} is valid for ${exp - iat} s`)
      }

      const scope = { scope: 'openid offline_access notes:read', resource: notes }
      // The person has signed in a moment ago, so that the password is not asked for again.
      const asked = await ask(wiki, { ...scope, max_age: '600' })
      const { url, page } = await browser.follow(asked.url)
      assert.equal(page, undefined, page?.replace(/<style>.*?<\/style>/s, ''))
      const code = url.searchParams.get('code')
      const given = await send(system, wiki, '/oidc/token', {
        grant_type: 'authorization_code',
        code,
        code_verifier: asked.verifier,
        redirect_uri: wiki.redirectUri,
        resource: notes,
      })
      isOfNow('the ID token', decodeJwt(given.id_token))
      isOfNow('the token for an API', decodeJwt(given.access_token))
      assert.ok(Number(decodeJwt(given.id_token).auth_time) >= since - 60)
      const told = await send(system, wiki, '/api/v1/auth/introspect', { token: given.access_token })
      isOfNow('what introspection says of the token for an API', told)

      const refresh = { grant_type: 'refresh_token', refresh_token: given.refresh_token }
      const refreshed = await send(system, wiki, '/oidc/token', { ...refresh, scope: 'openid' })
      isOfNow('the ID token of a refresh', decodeJwt(refreshed.id_token))
      const opaque = await send(system, wiki, '/api/v1/auth/introspect', { token: refreshed.access_token })
      isOfNow('what introspection says of an opaque token', opaque)

      clock.advance(16 * 60_000)
      for (const token of [given.access_token, refreshed.access_token])
        assert.deepEqual(await send(system, wiki, '/api/v1/auth/introspect', { token }), { active: false })

      // The sign-in is too old by the clock of the service, and only by that.
      const late = await browser.follow((await ask(wiki, { max_age: '600' })).url)
      assert.match(late.page ?? '', /<form/)
    })

  test('a node takes the code of another node whose machine has an earlier clock', async (t) => {
    await using system = await startSystem({ clock: stillClock() })
    const wiki = await relyingParty(system, app)
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    const asked = await ask(wiki, { scope: 'openid offline_access' })
    const { url } = await browser.follow(asked.url)
    // From here on, this process is the other node: the clock that both share has not moved.
    const machine = Date.now
    t.mock.method(Date, 'now', () => machine() + hour)
    const given = await send(system, wiki, '/oidc/token', {
      grant_type: 'authorization_code',
      code: url.searchParams.get('code'),
      code_verifier: asked.verifier,
      redirect_uri: wiki.redirectUri,
    })
    const refresh = { grant_type: 'refresh_token', refresh_token: given.refresh_token }
    await send(system, wiki, '/oidc/token', refresh)
  })
})
