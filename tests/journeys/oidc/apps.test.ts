import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import type { AppResource } from '#contract/oidc/apps.ts'
import { consentTo } from '#tests/support/consent.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  logInTo,
  type RelyingParty,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import type { System } from '#tests/support/system.ts'

const thirdParty = { first_party: false }

const appsOf = (system: System, id = 'me') => `${system.authUrl}/api/v1/users/${id}/apps`

async function list(system: System, token: string, query = '', id = 'me') {
  const { status, body } = await system.send('GET', `${appsOf(system, id)}${query}`, { token })
  assert.equal(status, 200, JSON.stringify(body))
  const { data, next_cursor }: { data: AppResource[]; next_cursor: string | null } = body
  return { data, next_cursor }
}

type Tokens = Awaited<ReturnType<typeof consentTo>>

/** Returns the uses of an application's tokens that are refused: `refresh`, `userinfo` or `introspection`. */
async function refused({ config }: RelyingParty, tokens: Tokens, userId: string): Promise<string[]> {
  const isRefused = async (use: () => Promise<unknown>) => {
    try {
      await use()
      return false
    } catch {
      return true
    }
  }
  const introspected = await openid.tokenIntrospection(config, tokens.access_token)
  const uses = {
    refresh: await isRefused(() => openid.refreshTokenGrant(config, tokens.refresh_token ?? '')),
    userinfo: await isRefused(() => openid.fetchUserInfo(config, tokens.access_token, userId)),
    introspection: !introspected.active,
  }
  return Object.entries(uses).flatMap(([name, is]) => (is ? [name] : []))
}

onEachEngine((startSystem) => {
  test('whoever ends the access of one application ends its tokens with the next request, and those of no other', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const token = ada.access_token
    const browser = await signedInBrowser(system, { ...ada, ...ada.user })
    const [wiki, board] = [
      await relyingParty(system, { ...thirdParty, name: 'Wiki' }),
      await relyingParty(system, { ...thirdParty, name: 'Board' }),
    ]
    const ofWiki = await consentTo(system, { party: wiki, browser, scope: 'openid email' })
    const ofBoard = await consentTo(system, { party: board, browser, scope: 'openid' })
    const { data, next_cursor } = await list(system, token)
    assert.deepEqual(
      data.map(({ name, first_party, enabled, scopes }) => ({ name, first_party, enabled, scopes })),
      [
        { name: 'Wiki', first_party: false, enabled: true, scopes: ['openid', 'email'] },
        { name: 'Board', first_party: false, enabled: true, scopes: ['openid'] },
      ],
    )
    assert.equal(next_cursor, null)
    assert.deepEqual(await refused(wiki, ofWiki, ada.user.id), [])

    for (const time of ['first', 'second']) {
      const ended = await system.send('DELETE', `${appsOf(system)}/${wiki.id.toUpperCase()}`, { token })
      assert.equal(ended.status, 204, time)
    }
    assert.deepEqual(await refused(wiki, ofWiki, ada.user.id), ['refresh', 'userinfo', 'introspection'])
    assert.deepEqual(await refused(board, ofBoard, ada.user.id), [])
    assert.deepEqual(
      (await list(system, token)).data.map(({ name }) => name),
      ['Board'],
    )
    const again = await browser.follow((await ask(wiki, { scope: 'openid email' })).url)
    assert.ok(again.url.searchParams.get('interaction'), 'the consent is asked for again')
    const events = await system.database('auth')
    const told = await events.query<{ subject: string; data: string }>`
      SELECT subject, data FROM events WHERE type = 'grant.revoked'`
    assert.deepEqual(
      told.map(({ subject, data }) => [subject, JSON.parse(data)]),
      [[ada.user.id, { client_id: wiki.id, name: 'Wiki', by: ada.user.id }]],
    )
  })

  test('a consent without a session is access too, and so is a session without a consent', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const own = await relyingParty(system, { name: 'Own', first_party: true })
    const wiki = await relyingParty(system, { ...thirdParty, name: 'Wiki' })
    const browser = await signedInBrowser(system, { ...ada, ...ada.user })
    await consentTo(system, { party: wiki, browser, scope: 'openid' })
    await logInTo(own, browser)
    const names = async () =>
      (await list(system, ada.access_token)).data.map(({ name, allowed_at }) => [name, allowed_at !== null])
    assert.deepEqual(await names(), [
      ['Own', false],
      ['Wiki', true],
    ])
    const body = { scope: 'others' }
    const url = `${system.authUrl}/api/v1/auth/sessions/revoke`
    assert.equal((await system.send('POST', url, { token: ada.access_token, body })).status, 200)
    assert.deepEqual(await names(), [['Wiki', true]])
  })

  test('an admin sees and ends the access of applications to others, page by page, and no other user does', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const bob = await system.signUpAndLogIn('bob')
    const browser = await signedInBrowser(system, { ...ada, ...ada.user })
    const parties: RelyingParty[] = []
    for (const name of ['One', 'Two', 'Three']) {
      const party = await relyingParty(system, { ...thirdParty, name })
      await consentTo(system, { party, browser, scope: 'openid' })
      parties.push(party)
    }
    const { access_token: admin } = await system.admin()
    const seen: string[] = []
    for (let query = '?limit=1', pages = 0; query !== ''; pages++) {
      assert.ok(pages < 4, 'the pages end')
      const { data, next_cursor } = await list(system, admin, query, ada.user.id)
      assert.equal(data.length, 1)
      seen.push(...data.map(({ name }) => name))
      query = next_cursor === null ? '' : `?limit=1&cursor=${next_cursor}`
    }
    assert.deepEqual(seen, ['One', 'Two', 'Three'])

    const first = `${appsOf(system, ada.user.id)}/${parties[0]?.id}`
    const { status, body } = await system.send('GET', appsOf(system, ada.user.id), {
      token: bob.access_token,
    })
    assert.deepEqual([status, body.code], [404, 'user_not_found'])
    const forbidden = await system.send('DELETE', first, { token: bob.access_token })
    assert.deepEqual([forbidden.status, forbidden.body.code], [403, 'forbidden'])
    assert.equal((await list(system, ada.access_token)).data.length, 3)
    assert.equal((await system.send('DELETE', first, { token: admin })).status, 204)
    assert.deepEqual(
      (await list(system, ada.access_token)).data.map(({ name }) => name),
      ['Two', 'Three'],
    )
  })

  test('no row of a token outlasts its grant, whichever way that ends', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const { access_token: admin } = await system.admin()
    const db = await system.database('auth')
    const browser = await signedInBrowser(system, { ...ada, ...ada.user })
    const ways: Record<string, (party: RelyingParty, tokens: Tokens) => Promise<unknown>> = {
      'the user ends the access': ({ id }) =>
        system.send('DELETE', `${appsOf(system)}/${id}`, { token: ada.access_token }),
      'the client revokes a token': ({ config }, { access_token: token }) =>
        openid.tokenRevocation(config, token),
      'the client is deleted': ({ id }) =>
        system.send('DELETE', `${system.authUrl}/api/v1/oidc-clients/${id}`, { token: admin }),
    }
    for (const [way, end] of Object.entries(ways)) {
      const party = await relyingParty(system, { ...thirdParty, name: way })
      const tokens = await consentTo(system, { party, browser, scope: 'openid' })
      const rows = () => db.query`SELECT model FROM oidc_artifacts WHERE grant_id IS NOT NULL`
      assert.ok((await rows()).length > 0, way)
      await end(party, tokens)
      assert.deepEqual(await rows(), [], way)
    }
  })
})
