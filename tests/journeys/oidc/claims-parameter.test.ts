import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { consentTo } from '#tests/support/consent.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  logInTo,
  type RelyingParty,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'

const wanting = (claims: object) => ({ scope: 'openid', claims: JSON.stringify(claims) })

type Tokens = Awaited<ReturnType<typeof logInTo>>

/** Returns those of some claims that an application has got, in the ID token and in the user information. */
async function told({ config }: RelyingParty, tokens: Tokens, names: readonly string[]) {
  const userInfo = await openid.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '')
  const of = (claims: object | undefined) => names.filter((name) => Object.hasOwn(claims ?? {}, name))
  return { id_token: of(tokens.claims()), userinfo: of(userInfo) }
}

const names = ['email', 'email_verified', 'preferred_username', 'name', 'locale', 'roles', 'nickname']

onEachEngine((startSystem) => {
  test('an application of our own gets the claims that it asks for, one by one, and is never asked about', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system)
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    const first = await logInTo(wiki, browser, wanting({ id_token: { sid: null } }))
    const next = await logInTo(wiki, browser)
    assert.equal(first.claims()?.sid, next.claims()?.sid, 'the id of the session, also if it is asked for')
    const ways = [
      null,
      { essential: true },
      { essential: false },
      { value: 'ada@example.com' },
      { values: ['x'] },
    ]
    for (const way of ways) {
      const tokens = await logInTo(wiki, browser, wanting({ id_token: { email: way } }))
      assert.deepEqual(
        await told(wiki, tokens, names),
        { id_token: ['email'], userinfo: [] },
        JSON.stringify(way),
      )
      const both = wanting({ id_token: { email_verified: way }, userinfo: { preferred_username: way } })
      const more = await logInTo(wiki, browser, both)
      assert.deepEqual(await told(wiki, more, names), {
        id_token: ['email_verified'],
        userinfo: ['preferred_username'],
      })
      const refreshed = await openid.refreshTokenGrant(wiki.config, more.refresh_token ?? '')
      assert.deepEqual((await told(wiki, refreshed, names)).id_token, ['email_verified'])
    }
  })

  test('a claim that is unknown, that the person has not, or that the application may not read is left out', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system)
    const board = await relyingParty(system, { first_party: false, scopes: ['openid', 'email'] })
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    const claims = { name: null, nickname: { essential: true }, roles: { essential: true }, email: null }
    const asked = wanting({ id_token: claims, userinfo: claims })
    const ofWiki = await logInTo(wiki, browser, asked)
    assert.deepEqual(await told(wiki, ofWiki, names), { id_token: ['email'], userinfo: ['email'] })
    const ofBoard = await consentTo(system, { party: board, browser, scope: 'openid', parameters: asked })
    assert.deepEqual(await told(board, ofBoard, names), { id_token: ['email'], userinfo: ['email'] })
    const again = await logInTo(board, browser, asked)
    assert.deepEqual(await told(board, again, names), { id_token: ['email'], userinfo: ['email'] })
  })

  test('an application of others gets a claim after the person has allowed it, and is asked about once', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system, { first_party: false })
    const ada = await system.signUp('ada')
    const browser = await signedInBrowser(system, ada)
    await consentTo(system, { party: wiki, browser, scope: 'openid' })
    const asked = wanting({ userinfo: { email: { essential: true } } })
    const { page = '' } = await browser.follow((await ask(wiki, asked)).url)
    assert.match(page, /Allow access/)
    assert.match(page, /email address/, 'the page says what is asked for')
    const silent = await browser.follow((await ask(wiki, { ...asked, prompt: 'none' })).url)
    assert.equal(silent.url.searchParams.get('error'), 'interaction_required')
    const tokens = await consentTo(system, { party: wiki, browser, scope: 'openid', parameters: asked })
    assert.deepEqual(await told(wiki, tokens, names), { id_token: [], userinfo: ['email'] })
    const again = await logInTo(wiki, await signedInBrowser(system, ada), asked)
    assert.deepEqual(await told(wiki, again, names), { id_token: [], userinfo: ['email'] })
    const without = await logInTo(wiki, browser, { scope: 'openid' })
    assert.deepEqual(await told(wiki, without, names), { id_token: [], userinfo: [] })
  })

  test('an essential level that no sign-in has is refused, and one below that of the session is met', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system)
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    const unmet = [{ value: 'gold' }, { values: ['gold', 'silver'] }, { values: [] }, { value: 5 }]
    for (const acr of unmet) {
      const asked = wanting({ id_token: { acr: { essential: true, ...acr } } })
      const { url } = await browser.follow((await ask(wiki, asked)).url)
      assert.equal(url.searchParams.get('error'), 'unmet_authentication_requirements', JSON.stringify(acr))
      const voluntary = wanting({ id_token: { acr } })
      assert.equal((await logInTo(wiki, browser, voluntary)).claims()?.acr, 'aal1', 'a wish is not refused')
    }
    const low = wanting({ id_token: { acr: { essential: true, values: ['aal1'] } } })
    assert.equal((await logInTo(wiki, browser, low)).claims()?.acr, 'aal1')
    const db = await system.database('auth')
    await db.query`UPDATE sessions SET amr = 'pwd otp mfa'`
    assert.equal((await logInTo(wiki, browser)).claims()?.acr, 'aal2')
    assert.equal((await logInTo(wiki, browser, low)).claims()?.acr, 'aal1')
    const one = wanting({ id_token: { acr: { essential: true, value: 'aal1' } } })
    assert.equal((await logInTo(wiki, browser, one)).claims()?.acr, 'aal1')
  })

  test('a parameter that is no request for claims is refused to the application', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system)
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    const bent = [
      '',
      '{',
      '[]',
      '5',
      'null',
      '{}',
      '{"id_token":null}',
      '{"id_token":[]}',
      '{"id_token":{"sub":"ada"}}',
      '{"id_token":{"acr":"aal2"}}',
      '{"id_token":{"acr":{"essential":true,"values":"aal2"}}}',
      '{"userinfo":{"email":true}}',
    ]
    for (const claims of bent) {
      const { url, page } = await browser.follow((await ask(wiki, { claims })).url)
      if (claims === '') assert.ok(url.searchParams.has('code'), 'one without a value counts as not sent')
      else assert.equal(url.searchParams.get('error'), 'invalid_request', `${claims} ${page}`)
    }
    assert.deepEqual(
      system.log.filter((line) => 'err' in line),
      [],
    )
  })
})
