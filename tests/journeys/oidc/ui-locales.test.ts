import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { languages } from '#contract/declaration/languages.ts'
import { pageOf } from '#tests/support/account-forms.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  issuer,
  type PlainBrowser,
  plainBrowser,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import type { System } from '#tests/support/system.ts'

const languageIn = (page: string | undefined): string => /<html lang="(\w+)"/.exec(page ?? '')?.[1] ?? ''

/** Sends the form of an account page, and returns the reply with its text. */
async function submit(
  system: System,
  browser: PlainBrowser,
  { path, fields }: { path: string; fields: Record<string, string> },
) {
  const reply = await browser.go(pageOf(system, path), {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: new URL(system.authUrl).origin },
  })
  return { reply, page: await reply.text() }
}

onEachEngine((startSystem) => {
  test('the pages on the way to an application have the first language that it wishes for and that they know', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system, { first_party: false })
    const ada = await system.signUp('ada')
    const browser = await signedInBrowser(system, ada)
    const wishes = {
      de: 'de',
      'fr-CA de': 'fr',
      'xx-YY de-AT fr': 'de',
      'xx tlh': 'en',
      '%%% ;q=0': 'en',
    }
    for (const [wish, shown] of Object.entries(wishes)) {
      const { url } = await ask(wiki, { ui_locales: wish })
      assert.equal(languageIn((await plainBrowser(system).follow(url)).page), shown, wish)
      const consent = await browser.follow(url)
      assert.equal(consent.url.pathname, '/account/authorize')
      assert.equal(languageIn(consent.page), shown, `consent in ${wish}`)
    }
    const metadata = wiki.config.serverMetadata()
    assert.deepEqual(metadata.ui_locales_supported, languages)
  })

  test('the language that an application wishes for stays on every page of a sign-in', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system, { first_party: false })
    const ada = await system.signUp('ada')
    const browser = plainBrowser(system)
    const begun = await browser.follow((await ask(wiki, { ui_locales: 'de' })).url)
    const to = begun.url.searchParams.get('return_to') ?? ''
    const query = new URLSearchParams({ return_to: to })
    const signUp = await browser.go(pageOf(system, `/sign-up?${query}`))
    assert.equal(languageIn(await signUp.text()), 'de')
    const wrong = { username: 'ada', password: 'wrong', return_to: to }
    assert.equal(languageIn((await submit(system, browser, { path: '/sign-in', fields: wrong })).page), 'de')
    const bob = { username: 'bob', email: 'bob@example.com', password: ada.password, return_to: to }
    const { reply } = await submit(system, browser, { path: '/sign-up', fields: bob })
    assert.equal(reply.status, 303)
    const consent = await browser.follow(new URL(reply.headers.get('location') ?? '', begun.url).href)
    assert.equal(languageIn(consent.page), 'de')
    const { access_token: token } = await system.logIn('bob', ada.password)
    const me = await system.send('GET', `${system.usersUrl}/api/v1/users/me`, { token })
    assert.equal(me.body.locale, 'de', 'mails have the language of the page too')
    const uid = consent.url.searchParams.get('interaction') ?? ''
    const prove = new URLSearchParams({
      return_to: `app?return_to=${encodeURIComponent(`authorize?interaction=${uid}`)}`,
    })
    assert.equal(languageIn(await (await browser.go(pageOf(system, `/prove?${prove}`))).text()), 'de')
    const denied = await submit(system, browser, {
      path: '/authorize',
      fields: { interaction: uid, answer: 'deny' },
    })
    assert.equal(languageIn(denied.page), 'de')
    const later = await browser.go(pageOf(system, ''))
    assert.equal(languageIn(await later.text()), 'de', 'it is the language of the user from now on')
  })

  test('an application decides on the language, then the user, then the browser', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system, { first_party: false })
    const ada = await system.signUp('ada')
    const browser = await signedInBrowser(system, ada)
    const { url } = await ask(wiki, { ui_locales: 'en' })
    const headers = { 'accept-language': 'de' }
    const languageOfAccount = async () =>
      languageIn(await (await browser.go(pageOf(system, ''), { headers })).text())
    assert.equal(languageIn((await browser.follow(url)).page), 'en')
    assert.equal(await languageOfAccount(), 'de', 'the wish is that of one request')
    const { access_token: token } = await system.logIn('ada', ada.password)
    const change = { token, body: { locale: 'fr-CA' } }
    const changed = await system.send('PATCH', `${system.usersUrl}/api/v1/users/${ada.id}`, change)
    assert.equal(changed.status, 200)
    assert.equal(await languageOfAccount(), 'fr')
    assert.equal(languageIn((await browser.follow(url)).page), 'en')
    const plain = (await ask(wiki, {})).url
    assert.equal(languageIn((await browser.follow(plain)).page), 'fr')
  })

  test('the pages of the provider itself follow `ui_locales`, and so do pushed requests', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system, { first_party: false })
    const { url } = await ask(wiki, { ui_locales: 'fr' })
    const bent = new URL(url)
    bent.searchParams.set('redirect_uri', 'https://evil.example.com/')
    assert.equal(languageIn((await plainBrowser(system).follow(bent.href)).page), 'fr')
    const logout = await plainBrowser(system).follow(`${issuer}/oidc/logout?ui_locales=de`)
    assert.equal(languageIn(logout.page), 'de')
    const asked = Object.fromEntries(new URL(url).searchParams)
    const pushed = await openid.buildAuthorizationUrlWithPAR(wiki.config, asked)
    assert.equal(languageIn((await plainBrowser(system).follow(pushed.href)).page), 'fr')
  })
})
