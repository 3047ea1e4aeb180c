import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { hiddenIn, pageOf } from '#tests/support/account-forms.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  exchange,
  issuer,
  logInTo,
  type PlainBrowser,
  plainBrowser,
  relyingParty,
  signedInBrowser,
  signInOnPage,
  uidIn,
} from '#tests/support/relying-party.ts'
import type { System } from '#tests/support/system.ts'

const otherAccount = /asks for a different account/i

/** Signs in on the account pages, and goes on with a request that waits there. */
async function signInFor(
  system: System,
  browser: PlainBrowser,
  { uid, person }: { uid: string; person: { username: string; password: string } },
) {
  await signInOnPage(system, browser, person)
  return goOn(system, browser, uid)
}

/** Opens the page on which a request waits, and follows where it leads. */
async function goOn(system: System, browser: PlainBrowser, uid: string) {
  const response = await browser.go(pageOf(system, `/authorize?interaction=${uid}`))
  const [, onwards] = /^0; url=(.*)$/.exec(response.headers.get('refresh') ?? '') ?? []
  return onwards === undefined
    ? { url: new URL(response.url), page: await response.text() }
    : browser.follow(new URL(onwards, issuer).href)
}

onEachEngine((startSystem) => {
  test('a request with id_token_hint or a wanted sub gives a code for that person only, whoever signs in', async () => {
    await using system = await startSystem()
    const [ada, bob] = [await system.signUp('ada'), await system.signUp('bob')]
    for (const isFirstParty of [true, false]) {
      const wiki = await relyingParty(system, { first_party: isFirstParty })
      const own = await relyingParty(system)
      const hint = (await logInTo(own, await signedInBrowser(system, ada))).id_token ?? ''
      // Only the client that an ID token was issued to may send it as a hint.
      const foreign = await plainBrowser(system).follow((await ask(wiki, { id_token_hint: hint })).url)
      assert.equal(foreign.url.searchParams.get('error'), 'invalid_request')

      const claims = JSON.stringify({ id_token: { sub: { value: ada.id } } })
      const requests: Record<string, string>[] = [{ id_token_hint: hint }, { claims }]
      for (const wanted of requests) {
        const party = 'claims' in wanted ? wiki : own
        const browser = plainBrowser(system)
        const asked = await ask(party, wanted)
        const silent = await ask(party, { ...wanted, prompt: 'none' })
        const nobody = await browser.follow(silent.url)
        assert.equal(nobody.url.searchParams.get('error'), 'login_required', 'nobody is signed in')

        const first = await browser.follow(asked.url)
        const asBob = await signInFor(system, browser, { uid: uidIn(first.url), person: bob })
        assert.equal(asBob.url.searchParams.get('code'), null, 'a code for bob')
        assert.match(asBob.page ?? '', otherAccount)
        const bobs = await browser.follow(silent.url)
        assert.equal(bobs.url.searchParams.get('error'), 'login_required', 'bob is signed in')

        const again = await signInFor(system, browser, { uid: uidIn(asBob.url), person: bob })
        assert.match(again.page ?? '', otherAccount, 'bob signs in again')
        const asAda = await signInFor(system, browser, { uid: uidIn(again.url), person: ada })
        if (isFirstParty || party === own) {
          const tokens = await exchange(party, asAda.url, asked)
          assert.equal(tokens.claims()?.sub, ada.id)
        } else assert.match(asAda.page ?? '', /Allow access\?/)
      }
    }
  })

  test('a person who chooses another account than the one in id_token_hint gets no code, and can refuse', async () => {
    await using system = await startSystem()
    const [ada, bob] = [await system.signUp('ada'), await system.signUp('bob')]
    const wiki = await relyingParty(system)
    const browser = await signedInBrowser(system, ada)
    const id_token_hint = (await logInTo(wiki, browser)).id_token ?? ''
    const asked = await ask(wiki, { id_token_hint, prompt: 'select_account' })
    const { url } = await browser.follow(asked.url)
    const asBob = await signInFor(system, browser, { uid: uidIn(url), person: bob })
    assert.match(asBob.page ?? '', otherAccount)
    const denied = await browser.go(pageOf(system, '/authorize'), {
      method: 'POST',
      body: new URLSearchParams({ interaction: hiddenIn(asBob.page ?? '', 'interaction'), answer: 'deny' }),
      headers: { origin: new URL(system.authUrl).origin },
    })
    const [, onwards = ''] = /^0; url=(.*)$/.exec(denied.headers.get('refresh') ?? '') ?? []
    const { url: end } = await browser.follow(new URL(onwards, issuer).href)
    assert.deepEqual([end.searchParams.get('error'), end.searchParams.get('code')], ['access_denied', null])
  })

  test('a device that sends id_token_hint is signed in as that person only', async () => {
    await using system = await startSystem()
    const [ada, bob] = [await system.signUp('ada'), await system.signUp('bob')]
    const uri = 'http://127.0.0.1/in'
    const tv = await relyingParty(system, {
      token_endpoint_auth_method: 'none',
      redirect_uris: [uri],
      grant_types: ['authorization_code', 'device_code'],
      scopes: ['openid'],
    })
    const adas = await signedInBrowser(system, ada)
    const id_token_hint = (await logInTo(tv, adas)).id_token ?? ''
    for (const signedIn of [undefined, bob, ada]) {
      const browser = signedIn ? await signedInBrowser(system, signedIn) : plainBrowser(system)
      const begun = await openid.initiateDeviceAuthorization(tv.config, { scope: 'openid', id_token_hint })
      const send = async (fields: Record<string, string>) =>
        browser.go(`${issuer}/oidc/device`, { method: 'POST', body: new URLSearchParams(fields) })
      const { page: form = '' } = await browser.follow(`${issuer}/oidc/device`)
      const code = { user_code: begun.user_code }
      const shown = await (await send({ ...code, xsrf: hiddenIn(form, 'xsrf') })).text()
      const confirmed = await send({ ...code, xsrf: hiddenIn(shown, 'xsrf'), confirm: 'yes' })
      const poll = async () => {
        system.clock.advance(6_000)
        const response = await fetch(`${system.authUrl}/oidc/token`, {
          method: 'POST',
          body: new URLSearchParams({
            client_id: tv.id,
            device_code: begun.device_code,
            grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          }),
        })
        return (await response.json()) as { error?: string; id_token?: string }
      }
      if (signedIn !== ada) {
        const location = confirmed.headers.get('location')
        assert.ok(location, `${signedIn?.username}: nobody asks for a different account`)
        let { url, page } = await browser.follow(new URL(location, issuer).href)
        if (!signedIn) ({ url, page } = await signInFor(system, browser, { uid: uidIn(url), person: bob }))
        assert.match(page ?? '', otherAccount)
        assert.equal((await poll()).error, 'authorization_pending')
        const asAda = await signInFor(system, browser, { uid: uidIn(url), person: ada })
        assert.match(asAda.page ?? '', /You’re signed in/)
      }
      const { id_token: token = '' } = await poll()
      assert.equal(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub, ada.id)
    }
  })
})
