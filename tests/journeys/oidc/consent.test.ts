import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBrowserSession } from '#auth/browser-sessions/browser-session.ts'
import type { InteractionContext } from '#auth/oidc/core/oidc.ts'
import {
  denyInteraction,
  findInteraction,
  finishConsent,
  finishLogin,
} from '#auth/oidc/interactions/interactions.ts'
import {
  ask,
  exchange,
  interactionContext,
  issuer,
  type PlainBrowser,
  plainBrowser,
  relyingParty,
  signedInBrowser,
  signInOnPage,
  uidIn,
} from '#tests/support/relying-party.ts'
import { startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const thirdParty = { first_party: false }

async function sessionOf(pages: InteractionContext, browser: PlainBrowser) {
  const session = await findBrowserSession(pages, `__Host-latchkey=${browser.cookies.get('__Host-latchkey')}`)
  assert.ok(session)
  return session
}

test('I135 a consent gives what was shown, once, to the session that it was shown to', async () => {
  await using system = await startSystem()
  const pages = await interactionContext(system)
  const [ada, bob] = [await system.signUp('ada'), await system.signUp('bob')]
  const wiki = await relyingParty(system, thirdParty)
  const [browser, other] = [await signedInBrowser(system, ada), await signedInBrowser(system, bob)]
  const asked = await ask(wiki, { scope: 'openid email' })
  const uid = uidIn((await browser.follow(asked.url)).url)
  const shown = await findInteraction(pages, uid)
  assert.deepEqual(shown?.missing, ['openid', 'email'])
  assert.equal(shown?.client.name, 'Wiki')
  assert.equal(shown?.leadsTo, 'https://wiki.example.com')

  const stranger = await sessionOf(pages, other)
  assert.equal(await finishConsent(pages, { uid, session: stranger }), undefined)
  const session = await sessionOf(pages, browser)
  const onwards = await finishConsent(pages, { uid, session })
  assert.ok(onwards)
  assert.equal(await finishConsent(pages, { uid: `${uid}x`, session }), undefined)
  const { url } = await browser.follow(onwards)
  const tokens = await exchange(wiki, url, asked)
  assert.equal(tokens.claims()?.email, 'ada@example.com')
  assert.equal(await findInteraction(pages, uid), undefined, 'the request is over')

  // Scopes that were allowed are not asked for again in any session of the same person. A further scope is asked for.
  const again = await ask(wiki, { scope: 'openid email' })
  const anew = await signedInBrowser(system, ada)
  assert.ok((await anew.follow(again.url)).url.searchParams.get('code'))
  const more = await findInteraction(
    pages,
    uidIn((await anew.follow((await ask(wiki, { scope: 'openid email profile' })).url)).url),
  )
  assert.deepEqual(more?.missing, ['profile'])
})

test('I134 a fresh login that a client demands is one after its request', async () => {
  await using system = await startSystem()
  const pages = await interactionContext(system)
  const ada = await system.signUp('ada')
  const wiki = await relyingParty(system)
  const browser = await signedInBrowser(system, ada)
  const asked = await ask(wiki, { scope: 'openid', prompt: 'login' })
  const uid = uidIn((await browser.follow(asked.url)).url)
  const before = await sessionOf(pages, browser)
  assert.equal(await finishLogin(pages, { uid, session: before }), undefined, 'the login was before')
  await signInOnPage(system, browser, ada)
  const after = await sessionOf(pages, browser)
  const onwards = await finishLogin(pages, { uid, session: after })
  const { url } = await browser.follow(onwards ?? '')
  const tokens = await exchange(wiki, url, asked)
  assert.equal(tokens.claims()?.auth_time, Math.floor(after.authenticatedAt / 1000))

  const silent = await ask(wiki, { prompt: 'none', max_age: '0' })
  system.clock.advance(2_000)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  assert.equal((await browser.follow(silent.url)).url.searchParams.get('error'), 'login_required')
  const nobody = await plainBrowser(system).follow((await ask(wiki, { prompt: 'none' })).url)
  assert.equal(nobody.url.searchParams.get('error'), 'login_required')
})

test('whoever signs in anew goes on with a request that began with a session which has ended', async () => {
  await using system = await startSystem()
  const pages = await interactionContext(system)
  const ada = await system.signUp('ada')
  const wiki = await relyingParty(system)
  const browser = await signedInBrowser(system, ada)
  const asked = await ask(wiki, { prompt: 'login' })
  const uid = uidIn((await browser.follow(asked.url)).url)
  const before = await sessionOf(pages, browser)
  const waiting = await pages.db.query<{ payload: string }>`
    SELECT payload FROM oidc_artifacts WHERE model = 'Interaction'`
  assert.deepEqual(
    waiting.map(({ payload }) => payload.includes(ada.id)),
    [false],
    'a user who is deleted is named by no request',
  )
  await signInOnPage(system, browser, ada)
  await until('what the former session had given is removed', async () => {
    const rows = await pages.db.query`SELECT id FROM oidc_grants WHERE session_id = ${before.id}`
    return rows.length === 0
  })
  const session = await sessionOf(pages, browser)
  const { url } = await browser.follow((await finishLogin(pages, { uid, session })) ?? issuer)
  assert.equal((await exchange(wiki, url, asked)).claims()?.sid, session.id)
})

test('a request that was answered in one browser signs in no other one', async () => {
  await using system = await startSystem()
  const pages = await interactionContext(system)
  const ada = await system.signUp('ada')
  const wiki = await relyingParty(system)
  const attacker = plainBrowser(system)
  const uid = uidIn((await attacker.follow((await ask(wiki)).url)).url)
  const victim = await signedInBrowser(system, ada)
  const onwards = await finishLogin(pages, { uid, session: await sessionOf(pages, victim) })
  assert.ok(onwards)
  const stolen = await attacker.follow(onwards)
  assert.equal(stolen.url.searchParams.get('code'), null)
  assert.ok(stolen.page !== undefined || stolen.url.searchParams.has('error') || stolen.url.origin === issuer)
  const led = await victim.follow(onwards)
  assert.ok(led.page !== undefined, 'the browser of the victim has not begun this request')
})

test('whoever refuses sends the application away with an error and nothing else', async () => {
  await using system = await startSystem()
  const pages = await interactionContext(system)
  const wiki = await relyingParty(system, thirdParty)
  const browser = await signedInBrowser(system, await system.signUp('ada'))
  const uid = uidIn((await browser.follow((await ask(wiki)).url)).url)
  const { url } = await browser.follow((await denyInteraction(pages, { uid })) ?? '')
  assert.equal(url.origin, 'https://wiki.example.com')
  assert.equal(url.searchParams.get('error'), 'access_denied')
  assert.equal(url.searchParams.get('iss'), issuer)
})

test('an app on a device is asked about each time, and each question names the app, the account, the API and what is wanted', async () => {
  await using system = await startSystem()
  const ada = await system.signUp('ada')
  const api = 'http://localhost:3100/mcp'
  const editor = await relyingParty(system, {
    ...thirdParty,
    name: 'Editor',
    token_endpoint_auth_method: 'none',
    redirect_uris: ['http://127.0.0.1/callback'],
    scopes: ['openid', 'email', 'notes:read'],
    resources: [api],
  })
  const browser = await signedInBrowser(system, ada)
  const question = async () => {
    const asked = await ask(editor, { scope: 'openid email notes:read', resource: api })
    const { url, page = '' } = await browser.follow(asked.url)
    return { url, page: page.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, '') }
  }
  const first = await question()
  const pages = await interactionContext(system)
  const given = { uid: uidIn(first.url), session: await sessionOf(pages, browser) }
  assert.ok(await finishConsent(pages, given))
  const second = await question()
  for (const { page } of [first, second])
    for (const named of [
      'Editor',
      'ada',
      `act for you at ${api}: notes:read`,
      'an application on this device',
      'your email address',
    ])
      assert.ok(page.includes(named), `${named} in ${page}`)
})
