import assert from 'node:assert/strict'
import { test } from 'node:test'
import { interactionIn, returnTarget } from '#auth/pages/core/return-target.ts'
import { formType, hiddenIn } from '#tests/support/account-forms.ts'
import { checkPage } from '#tests/support/check-page.ts'
import { ask, type PlainBrowser, relyingParty, signedInBrowser } from '#tests/support/relying-party.ts'
import { type HttpReply, type System, send, startSystem } from '#tests/support/system.ts'

const cookieOf = ({ cookies }: PlainBrowser) => ({
  cookie: `__Host-latchkey=${cookies.get('__Host-latchkey')}`,
})

/** Sends the form of the page on which a user answers the request of an application. */
const answer = (
  system: System,
  browser: PlainBrowser,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<HttpReply> =>
  send('POST', `${system.authUrl}/account/authorize`, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': formType, 'sec-fetch-site': 'same-origin', ...cookieOf(browser), ...headers },
  })

const titleOf = (html: string): string => /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? ''

test('I135 consent counts for the request, the session and the scopes that a page has shown, and only from that page', async () => {
  await using system = await startSystem()
  const [ada, bob] = [await system.signUp('ada'), await system.signUp('bob')]
  const wiki = await relyingParty(system, { first_party: false })
  const [browser, other] = [await signedInBrowser(system, ada), await signedInBrowser(system, bob)]
  const shown = async (who: PlainBrowser, scope: string) => {
    const { page = '' } = await who.follow((await ask(wiki, { scope })).url)
    assert.equal(titleOf(page), 'Allow access?')
    return { interaction: hiddenIn(page, 'interaction'), token: hiddenIn(page, 'token') }
  }
  const asked = await shown(browser, 'openid')
  const further = await shown(browser, 'openid email')
  const ofBob = await shown(other, 'openid')
  const tokens = { none: '', 'of another request': further.token, 'of somebody else': ofBob.token }
  for (const [about, token] of Object.entries(tokens)) {
    const refused = await answer(system, browser, { ...asked, token, answer: 'allow' })
    assert.equal(refused.status, 400, about)
    assert.match(refused.body, /The request has changed/, about)
    checkPage(refused, about, 'same-origin')
  }
  const foreign = await answer(
    system,
    browser,
    { ...asked, answer: 'allow' },
    { 'sec-fetch-site': 'cross-site' },
  )
  assert.equal(foreign.status, 403)
  const silent = await answer(system, browser, { interaction: asked.interaction, answer: 'perhaps' })
  assert.equal(titleOf(silent.body), 'Allow access?', 'what is no answer asks again')
  const bobs = await answer(system, other, { ...asked, answer: 'allow' })
  assert.equal(bobs.headers.get('refresh')?.includes('code='), false)

  const allowed = await answer(system, browser, { ...further, answer: 'allow', scope: 'openid admin' })
  assert.equal(allowed.status, 200)
  const [, onwards = ''] = /^0; url=(.*)$/.exec(allowed.headers.get('refresh') ?? '') ?? []
  const { url } = await browser.follow(onwards)
  assert.equal(url.origin, 'https://wiki.example.com')
  assert.ok(url.searchParams.get('code'))
  const again = await answer(system, browser, { ...further, answer: 'allow' })
  assert.deepEqual([again.status, titleOf(again.body)], [400, 'This sign-in has expired'])
})

test('I124 a sign-in leads back to the request of an app by its id, and never to an address', () => {
  const uid = 'a-Z_0'.repeat(8)
  const good = returnTarget(`authorize?interaction=${uid}`, [])
  assert.deepEqual([good.to, good.origin, interactionIn(good.asSent)], [good.asSent, undefined, uid])
  const bad = [
    `authorize?interaction=${uid}&to=https://evil.example.com`,
    `authorize?interaction=${uid}#https://evil.example.com`,
    `//evil.example.com/authorize?interaction=${uid}`,
    `https://evil.example.com/account/authorize?interaction=${uid}`,
    `authorize?interaction=${uid}\n`,
    'authorize?interaction=../../evil',
    'authorize?interaction=short',
    `authorize?interaction=${'x'.repeat(65)}`,
    `app?return_to=https%3A%2F%2Fevil.example.com`,
    `app?return_to=authorize%3Finteraction%3D${uid}%26to%3Dx`,
  ]
  for (const text of bad) {
    const { to, origin, asSent } = returnTarget(text, [])
    assert.equal(interactionIn(asSent), undefined, text)
    assert.equal(origin, undefined, text)
    assert.doesNotMatch(new URL(to, 'https://auth.example.com/account/').hostname, /evil/, text)
  }
})

test('the pages about apps speak the language of their reader, and follow the rules of all pages', async () => {
  await using system = await startSystem()
  const ada = await system.signUp('ada')
  const wiki = await relyingParty(system, { first_party: false, name: '<b>Wiki & friends</b>' })
  const browser = await signedInBrowser(system, ada)
  const seen = new Set<string>()
  for (const language of ['en', 'de', 'fr'])
    for (const prompt of ['consent', 'select_account', 'login']) {
      const asked = await ask(wiki, { scope: 'openid profile email offline_access', prompt })
      const { url } = await browser.follow(asked.url)
      const headers = { ...cookieOf(browser), 'accept-language': language }
      const reply = await send('GET', `${system.authUrl}${url.pathname}${url.search}`, { headers })
      checkPage(reply, `${prompt} ${language}`, 'same-origin')
      assert.match(reply.body, new RegExp(`<html lang="${language}">`))
      seen.add(titleOf(reply.body))
    }
  assert.equal(seen.size, 9, 'three pages, each in three languages')
})
