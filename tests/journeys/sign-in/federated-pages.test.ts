import assert from 'node:assert/strict'
import { test } from 'node:test'
import { application, beginLogin, complete, logInAt } from '#tests/support/federated.ts'
import { type IdentityProvider, providerSettings, startProvider } from '#tests/support/identity-provider.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { enrolApp } from '#tests/support/second-factors.ts'
import type { System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { confirmEmail, linkIdentity } from '#tests/support/use-identities.ts'
import { plainVisitor, type Visitor } from '#tests/support/visitor.ts'

async function open(start: typeof startSystem) {
  const provider = await startProvider()
  const system = await start({
    settings: {
      LATCHKEY_RETURN_ORIGINS: application,
      ...providerSettings(temporaryFolder(), [
        { name: 'example', title: 'Example', issuer: provider.url, trusts_email: true },
        { name: 'work', title: 'Work', issuer: provider.url },
      ]),
    },
  })
  return {
    provider,
    system,
    signIn: `${system.authUrl}/account/sign-in`,
    account: `${system.authUrl}/account`,
    async [Symbol.asyncDispose]() {
      await system[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

const continueWith = 'Continue with Example'

async function giveName(
  visitor: Visitor,
  { password }: { password: string },
  username = 'ada',
): Promise<void> {
  await visitor.fill('Username or email address', username)
  await visitor.fill('Password', password)
  await visitor.press('Sign in')
}

async function signUpConfirmed(system: System) {
  const ada = await system.signUpAndLogIn('ada')
  await confirmEmail(system, ada.user.id)
  return ada
}

/** Sends a browser to the provider. Returns the URL to which the provider redirects it, which is not opened, and the cookies. */
async function leadBack(system: System, provider: IdentityProvider, cookie = '', query = '') {
  const url = `${system.authUrl}/account/sign-in-example${query}`
  const reply = await fetch(url, { redirect: 'manual', headers: { cookie } })
  assert.equal(reply.status, 303)
  const set = reply.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  return { back: await provider.visit(reply.headers.get('location') ?? ''), cookies: set.join('; ') }
}

const openWith = async (url: string, cookie = '') => {
  const reply = await fetch(url, { redirect: 'manual', headers: { cookie } })
  return {
    status: reply.status,
    location: reply.headers.get('location'),
    text: await reply.text(),
    headers: reply.headers,
  }
}

onEachEngine((start) => {
  test('a person presses one button and has an account, and the next time is in it again', async () => {
    await using here = await open(start)
    for (let time = 1; time <= 2; time++) {
      await using visitor = plainVisitor()
      await visitor.open(here.signIn)
      await visitor.follow(continueWith)
      assert.equal(await visitor.heading(), 'Your account')
      const text = await visitor.text()
      assert.match(text, /Username ada .*Linked accounts .*Example ada@example.com/)
    }
  })

  test('I145 an account is linked after a sign-in in the known way, in the same browser, by a button that names both', async () => {
    await using here = await open(start)
    const { system } = here
    const ada = await signUpConfirmed(system)
    await using visitor = plainVisitor()
    await visitor.open(`${here.signIn}?return_to=%2Fapp`)
    await visitor.follow(continueWith)
    assert.equal(await visitor.heading(), 'Sign in')
    assert.match(await visitor.text(), /This Example account isn’t linked yet/)
    await giveName(visitor, { password: 'wrong' })
    assert.equal(await visitor.heading(), 'Sign in')
    await giveName(visitor, ada)
    assert.equal(await visitor.heading(), 'Link your Example account?')
    assert.match(await visitor.text(), /Example ⁨?\(?.*ada@example\.com.*ada/)
    const users = await system.database('users')
    assert.deepEqual(await users.query`SELECT id FROM identities`, [], 'nothing before the button')
    await visitor.press('Link account')
    assert.equal((await users.query`SELECT id FROM identities`).length, 1)
    await using again = plainVisitor()
    await again.open(here.signIn)
    await again.follow(continueWith)
    assert.equal(await again.heading(), 'Your account')
  })

  test('I148 who has an authenticator app is asked for its code after the provider', async () => {
    await using here = await open(start)
    const { system, provider } = here
    const ada = await signUpConfirmed(system)
    const person = { provider: 'example', issuer: provider.url, subject: 'ada-at-provider' }
    await linkIdentity(system, ada.user.id, { ...person, email: 'ada@example.com', email_verified: true })
    const { app } = await enrolApp(system, await system.logIn('ada', ada.password))
    await using visitor = plainVisitor()
    await visitor.open(here.signIn)
    await visitor.follow(continueWith)
    assert.notEqual(await visitor.heading(), 'Your account')
    await visitor.open(here.account)
    assert.equal(await visitor.heading(), 'Sign in', 'I81 there is no session yet')
    await visitor.follow(continueWith)
    await visitor.fill('Code', app.nextCode())
    await visitor.press('Sign in')
    assert.equal(await visitor.heading(), 'Your account')
  })

  test('I142 a response opened in another browser, or twice, signs nobody in', async () => {
    await using here = await open(start)
    const { system, provider } = here
    const { back, cookies } = await leadBack(system, provider)
    const other = await leadBack(system, provider)
    for (const cookie of ['', other.cookies, `${cookies}; ${cookies}`, '__Host-latchkey-fed=x']) {
      const refused = await openWith(back, cookie)
      assert.equal(refused.status, 401)
      assert.match(refused.text, /This sign-in has expired/)
      assert.ok(!refused.headers.getSetCookie().some((one) => one.startsWith('__Host-latchkey=')))
    }
    const work = back.replace('/callback-example', '/callback-work')
    assert.equal((await openWith(work, cookies)).status, 401, 'the path of another provider')
    const done = await openWith(back, cookies)
    assert.deepEqual([done.status, done.location], [303, '../account?from=sign-in'])
    assert.equal((await openWith(back, cookies)).status, 401, 'a second time')
    assert.equal(done.headers.get('referrer-policy'), 'no-referrer')
  })

  test('a code that the provider refuses leads to a page to begin again', async () => {
    await using here = await open(start)
    const { back, cookies } = await leadBack(here.system, here.provider)
    const url = new URL(back)
    url.searchParams.set('code', 'used-before')
    const refused = await openWith(url.href, cookies)
    assert.equal(refused.status, 401)
    assert.match(refused.text, /This sign-in has expired/)
    assert.match(refused.text, /Sign in another way/)
  })

  test('a provider that is down is named, and the other ways in are offered', async () => {
    await using here = await open(start)
    const { system, provider } = here
    const { back, cookies } = await leadBack(system, provider)
    provider.bent.answer = (path, response) => {
      if (path === '/token') response.writeHead(500).end()
      return path === '/token'
    }
    const failed = await openWith(back, cookies)
    assert.deepEqual([failed.status, failed.headers.has('retry-after')], [503, true])
    assert.match(failed.text, /<h1>Can’t reach Example right now<\/h1>/)
    assert.match(
      failed.text,
      /href="sign-in"[^>]*><span>Sign in another way.*href="sign-in-work">Continue with Work/,
    )
    assert.ok(!failed.text.includes('href="sign-in-example"'))
    provider.bent = { response: (given) => given.set('error', 'access_denied') }
    const no = await leadBack(system, provider)
    const refused = await openWith(no.back, no.cookies)
    assert.equal(refused.status, 401)
    assert.match(refused.text, /You weren’t signed in with Example/)
  })

  test('I146 a proof to link counts for the session that asked, once, and not after it has ended', async () => {
    await using here = await open(start)
    const { system, provider } = here
    const ada = await signUpConfirmed(system)
    await using visitor = plainVisitor()
    await visitor.open(here.signIn)
    await giveName(visitor, ada)
    await visitor.open(here.account)
    await visitor.follow('Link Example')
    assert.equal(await visitor.heading(), 'Link your Example account?')
    await visitor.open(here.account)
    await visitor.press('Sign out')
    await visitor.open(`${here.account}/link-identity`)
    await giveName(visitor, ada)
    assert.equal(await visitor.heading(), 'Your account', 'another session')
    const users = await system.database('users')
    assert.deepEqual(await users.query`SELECT id FROM identities`, [])
    await visitor.follow('Link Example')
    await visitor.press('Link account')
    assert.match(await visitor.text(), /Your account was linked/)
    const auth = await system.database('auth')
    assert.deepEqual(await auth.query`SELECT id FROM link_proofs`, [], 'used up')
    // An account at the provider that is linked to one user cannot be linked to another user.
    await system.signUp('eve')
    const eve = await system.signUpAndLogIn('grace')
    await confirmEmail(system, eve.user.id)
    await using other = plainVisitor()
    await other.open(here.signIn)
    await giveName(other, eve, 'grace')
    await other.open(`${here.account}/sign-in-example?purpose=link`)
    await other.press('Link account')
    assert.equal(await other.heading(), 'The account wasn’t linked')
    provider.person.sub = 'grace-at-provider'
    await other.open(`${here.account}/sign-in-example?purpose=link`)
    const forged = new URLSearchParams({ id: 'another' })
    await fetch(`${here.account}/link-identity`, { method: 'POST', body: forged })
    assert.equal((await users.query`SELECT id FROM identities`).length, 1)
  })

  test('I115 I117 who has no password proves anew at the provider, which must say when that was', async () => {
    await using here = await open(start)
    const { system, provider } = here
    await using visitor = plainVisitor()
    await visitor.open(here.signIn)
    await visitor.follow(continueWith)
    system.clock.advance(6 * 60_000)
    const askedFor = async () => {
      await visitor.open(`${here.account}/app`)
      assert.match(await visitor.text(), /Your account has no password/)
      await visitor.follow(continueWith)
    }
    await askedFor()
    assert.equal(await visitor.heading(), 'You weren’t signed in with Example', 'no auth_time')
    provider.person.auth_time = Math.floor(system.clock.now() / 1_000) - 3_600
    await askedFor()
    assert.equal(await visitor.heading(), 'You weren’t signed in with Example', 'an old auth_time')
    provider.person.auth_time = Math.floor(system.clock.now() / 1_000)
    provider.person.sub = 'somebody-else'
    await askedFor()
    assert.equal(await visitor.heading(), 'You weren’t signed in with Example', 'another person')
    provider.person.sub = 'ada-at-provider'
    const auth = await system.database('auth')
    const sessions = () => auth.query<{ id: string; expires_at: number }>`
      SELECT id, expires_at FROM sessions WHERE ended_at IS NULL`
    const before = await sessions()
    await askedFor()
    assert.equal(await visitor.heading(), 'Add an authenticator app')
    assert.deepEqual(await sessions(), before, 'I116 the same session, which lasts no longer')
    const asked = provider.asked.filter((one) => one === 'GET /authorize').length
    assert.equal(asked, 5)
  })

  test('I85 I116 a second factor is asked for after a new proof at the provider, and no session begins', async () => {
    await using here = await open(start)
    const { system, provider } = here
    const auth = await system.database('auth')
    const proveNow = () => {
      provider.person.auth_time = Math.floor(system.clock.now() / 1_000)
    }
    proveNow()
    await using visitor = plainVisitor()
    await visitor.open(here.signIn)
    await visitor.follow(continueWith)
    const [{ user_id: id = '' } = {}] = await auth.query<{ user_id: string }>`SELECT user_id FROM sessions`
    const { app } = await enrolApp(system, (await logInAt(system, provider, 'example')).body)
    const sessions = () => auth.query<{ id: string; expires_at: number; amr: string }>`
      SELECT id, expires_at, amr FROM sessions WHERE ended_at IS NULL AND user_id = ${id} ORDER BY id`
    const before = await sessions()
    system.clock.advance(6 * 60_000)
    proveNow()
    await visitor.open(`${here.account}/recovery-codes`)
    await visitor.follow(continueWith)
    assert.deepEqual(await sessions(), before, 'nothing counts before the second factor')
    await visitor.fill('Code', app.nextCode())
    await visitor.press('Sign in')
    assert.equal(await visitor.heading(), 'Create new recovery codes')
    const after = await sessions()
    assert.deepEqual(
      after.map((one) => [one.id, one.expires_at]),
      before.map((one) => [one.id, one.expires_at]),
    )
    assert.deepEqual(after.filter(({ amr }) => amr === 'fed otp mfa').length, 1)
    await visitor.open(here.account)
    assert.equal(await visitor.heading(), 'Your account', 'the browser has a cookie of the same session')
  })

  test('I113 the last way in is not unlinked', async () => {
    await using here = await open(start)
    await using visitor = plainVisitor()
    await visitor.open(here.signIn)
    await visitor.follow(continueWith)
    await visitor.follow('Unlink')
    assert.equal(await visitor.heading(), 'Unlink your Example account?')
    await visitor.press('Unlink account')
    assert.match(await visitor.text(), /This is your only sign-in method/)
    const users = await here.system.database('users')
    assert.equal((await users.query`SELECT id FROM identities`).length, 1)
  })

  test('a client of the API gets its response at its own address, and completes the login with its token', async () => {
    await using here = await open(start)
    const { system, provider } = here
    const { url, token } = await beginLogin(system, 'example')
    const back = await openWith(await provider.visit(url))
    assert.equal(back.status, 303)
    const at = new URL(back.location ?? '')
    assert.equal(`${at.origin}${at.pathname}`, `${application}/back`)
    const done = await complete(system, 'example', { token, response: at.search.slice(1) })
    assert.equal(done.status, 200, JSON.stringify(done.body))
  })
})
