import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { authenticatorApp } from '#tests/support/authenticator-app.ts'
import { violationsOn } from '#tests/support/axe.ts'
import { browserOfFile, browserVisitor } from '#tests/support/chromium.ts'
import { type SignInApp, startProvider, startSignInApp } from '#tests/support/sign-in-app.ts'
import { stillClock } from '#tests/support/system.ts'
import type { Visitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()

/** Waits until all redirects have led to the application, and returns the heading of its page. */
async function atApp({ page }: { page: import('playwright-core').Page }): Promise<string> {
  await page.waitForURL(/^http:\/\/localhost:/)
  return page.getByRole('heading', { level: 1 }).innerText()
}

async function givePassword(visitor: Visitor, username: string, password: string): Promise<void> {
  await visitor.fill('Username or email address', username)
  await visitor.fill('Password', password)
  await visitor.press('Sign in')
}

const lastLogin = ({ logins }: SignInApp) => {
  const last = logins.at(-1)
  assert.ok(last)
  return last
}

test(
  'without scripts, a person signs in to an app, gives consent once, and takes it back',
  inBrowser,
  async () => {
    await using system = await startProvider()
    const [ada, eve] = [await system.signUp('ada'), await system.signUp('eve')]
    await using wiki = await startSignInApp(system, { name: 'Wiki' })
    await using own = await startSignInApp(system, { name: 'Dashboards', first_party: true })
    await using visitor = await browserVisitor(browser())

    await visitor.open(`${wiki.url}/sign-in?login_hint=ada&scope=openid%20profile`)
    assert.match(await visitor.text(), /to continue to Wiki/)
    await visitor.look('app-sign-in')
    assert.equal(await visitor.page.getByLabel('Username or email address').inputValue(), 'ada')
    await visitor.fill('Password', 'wrong')
    await visitor.press('Sign in')
    assert.match(await visitor.text(), /to continue to Wiki.*/s)
    await givePassword(visitor, 'ada', ada.password)
    assert.equal(await visitor.heading(), 'Allow access?')
    assert.match(await visitor.text(), /Wiki wants to access your account ada.*see your name and username/s)
    await visitor.look('app-consent')
    await visitor.press('Allow')
    assert.equal(await atApp(visitor), 'Welcome, ada')
    const { sub, acr, amr } = lastLogin(wiki)
    assert.deepEqual([sub, acr, amr], [ada.id, 'aal1', ['pwd']])

    await visitor.open(`${own.url}/sign-in`)
    assert.equal(await atApp(visitor), 'Welcome, ada', 'nobody is asked twice, nor about an app of one’s own')
    assert.ok(lastLogin(own).sid)
    assert.equal(lastLogin(own).sid, lastLogin(wiki).sid)

    await visitor.open(`${wiki.url}/sign-in?scope=openid%20profile%20email`)
    assert.match(await visitor.text(), /see your email address/)
    assert.doesNotMatch(await visitor.text(), /see your name/, 'what is new is asked for, only')
    await visitor.press('Cancel')
    assert.equal(await atApp(visitor), 'Refused: access_denied')

    await visitor.open(`${own.url}/sign-in?prompt=select_account`)
    assert.equal(await visitor.heading(), 'Choose an account')
    await visitor.look('app-choose-account')
    await visitor.press('Continue as ada')
    assert.equal(await atApp(visitor), 'Welcome, ada')

    await visitor.open(`${system.authUrl}/account`)
    await visitor.look('account-with-apps')
    await visitor.press('Revoke access: Wiki')
    assert.match(await visitor.text(), /The application no longer has access to your account/)
    await visitor.open(`${wiki.url}/sign-in`)
    assert.equal(await visitor.heading(), 'Allow access?')
    await visitor.follow('Use another account')
    await givePassword(visitor, 'eve', eve.password)
    assert.match(await visitor.text(), /Wiki wants to access your account eve/)
    await visitor.press('Allow')
    assert.equal(await atApp(visitor), 'Welcome, eve')
    await visitor.open(`${own.url}/sign-in?id_token_hint=${lastLogin(own).idToken}`)
    assert.equal(await visitor.heading(), 'Use another account')
    await visitor.look('app-other-account')
    await visitor.follow('Use another account')
    await givePassword(visitor, 'ada', ada.password)
    assert.equal(await atApp(visitor), 'Welcome, ada')
  },
)

test(
  'an app gets the level and the fresh proof that it asks for, or another account',
  inBrowser,
  async () => {
    await using system = await startProvider({ clock: stillClock() })
    const ada = await system.signUp('ada')
    const eve = await system.signUp('eve')
    await using app = await startSignInApp(system, { name: 'Wiki', first_party: true })
    await using visitor = await browserVisitor(browser())

    await visitor.open(`${app.url}/sign-in?acr_values=aal2`)
    await givePassword(visitor, 'ada', ada.password)
    assert.equal(await visitor.heading(), 'Second factor required')
    await visitor.look('app-needs-factor')
    await visitor.press('Continue')
    assert.equal(await visitor.heading(), 'Second factor required')
    await visitor.press('Cancel')
    assert.equal(await atApp(visitor), 'Refused: access_denied')

    await visitor.open(`${app.url}/sign-in?acr_values=aal2`)
    await visitor.follow('Add an authenticator app')
    await visitor.press('Continue')
    const key = (await visitor.page.locator('main code').innerText()).replaceAll(' ', '')
    const authenticator = authenticatorApp(key, system.clock)
    await visitor.fill('Code', authenticator.code())
    await visitor.press('Confirm')
    const [code = ''] = (await visitor.page.locator('.codes').innerText()).split('\n')
    await visitor.fill('One of your codes', code)
    await visitor.press('I’ve saved my codes')
    assert.equal(await visitor.heading(), 'Confirm it’s you', 'the request of the app goes on')
    await visitor.fill('Password', ada.password)
    await visitor.fill('Code', authenticator.nextCode())
    await visitor.press('Continue')
    assert.equal(await atApp(visitor), 'Welcome, ada')
    assert.equal(lastLogin(app).acr, 'aal2')

    await visitor.page.context().clearCookies()
    await visitor.open(`${app.url}/sign-in`)
    await givePassword(visitor, 'ada', ada.password)
    await visitor.fill('Code', authenticator.nextCode())
    await visitor.check('Trust this device for 30 days')
    await visitor.press('Sign in')
    assert.equal(await atApp(visitor), 'Welcome, ada')
    assert.equal(lastLogin(app).acr, 'aal2')

    await visitor.open(`${system.authUrl}/account`)
    await visitor.press('Sign out')
    await visitor.open(`${app.url}/sign-in`)
    await givePassword(visitor, 'ada', ada.password)
    assert.equal(await atApp(visitor), 'Welcome, ada')
    assert.equal(lastLogin(app).acr, 'aal1', 'a remembered device raises no level')

    await visitor.open(`${app.url}/sign-in?acr_values=aal2`)
    assert.equal(await visitor.heading(), 'Confirm it’s you')
    await visitor.look('app-step-up')
    await visitor.fill('Password', ada.password)
    await visitor.fill('Code', authenticator.nextCode())
    await visitor.press('Continue')
    assert.equal(await atApp(visitor), 'Welcome, ada')
    assert.equal(lastLogin(app).acr, 'aal2')

    const before = Number(lastLogin(app).authTime)
    for (const wish of ['prompt=login', 'max_age=0']) {
      system.clock.advance(60_000)
      await visitor.open(`${app.url}/sign-in?${wish}`)
      assert.equal(await visitor.heading(), 'Confirm it’s you', wish)
      await visitor.fill('Password', ada.password)
      await visitor.fill('Code', authenticator.nextCode())
      await visitor.press('Continue')
      assert.equal(await atApp(visitor), 'Welcome, ada', wish)
    }
    assert.ok(Number(lastLogin(app).authTime) >= before + 120)

    system.clock.advance(60_000)
    await visitor.open(`${app.url}/sign-in?prompt=login`)
    await visitor.follow('Use another account')
    assert.match(await visitor.text(), /to continue to Wiki/)
    await givePassword(visitor, 'eve', eve.password)
    assert.equal(await atApp(visitor), 'Welcome, eve')
    assert.equal(lastLogin(app).sub, eve.id)
  },
)

test('a device is signed in by a person who has seen its app and its code', inBrowser, async () => {
  await using system = await startProvider()
  const ada = await system.signUp('ada')
  await using tool = await startSignInApp(system, { name: 'acme-cli' })
  await using visitor = await browserVisitor(browser())
  const begin = () => openid.initiateDeviceAuthorization(tool.config, { scope: 'openid profile' })

  const device = await begin()
  await visitor.open(device.verification_uri)
  assert.equal(await visitor.heading(), 'Connect a device')
  await visitor.look('device-code')
  await visitor.fill('Code on the device', 'BBBB-BBBB')
  await visitor.press('Continue')
  assert.match(await visitor.text(), /Wrong code\. Check the code on your device/)
  await visitor.look('device-code-wrong')
  await visitor.fill('Code on the device', device.user_code.toLowerCase())
  await visitor.press('Continue')
  assert.equal(await visitor.heading(), 'Is this your device?')
  assert.match(await visitor.text(), new RegExp(`acme-cli.*${device.user_code}`, 's'))
  await visitor.look('device-confirm')
  await visitor.press('Connect device')
  await givePassword(visitor, 'ada', ada.password)
  assert.equal(await visitor.heading(), 'Allow access?')
  await visitor.press('Allow')
  await visitor.page.getByRole('heading', { name: 'Your device is connected' }).waitFor()
  await visitor.look('device-done')
  const tokens = await openid.pollDeviceAuthorizationGrant(tool.config, device)
  assert.equal(tokens.claims()?.sub, ada.id)

  const refused = await begin()
  await visitor.open(refused.verification_uri_complete ?? '')
  assert.equal(await visitor.heading(), 'Connect a device')
  await visitor.press('Continue')
  await visitor.press('Cancel')
  assert.match(await visitor.text(), /The device wasn’t connected/)
  await assert.rejects(openid.pollDeviceAuthorizationGrant(tool.config, refused), { error: 'access_denied' })
})

test(
  'I136 one logout ends the sign-in of all apps, by the app’s own hint or by a click',
  inBrowser,
  async () => {
    await using system = await startProvider()
    const ada = await system.signUp('ada')
    await using wiki = await startSignInApp(system, { name: 'Wiki', first_party: true })
    await using other = await startSignInApp(system, { name: 'Dashboards', first_party: true })
    await using visitor = await browserVisitor(browser())
    const signIn = async () => {
      await visitor.open(`${wiki.url}/sign-in`)
      await givePassword(visitor, 'ada', ada.password)
      assert.equal(await atApp(visitor), 'Welcome, ada')
    }
    await signIn()
    await visitor.open(`${other.url}/sign-in`)
    assert.equal(await atApp(visitor), 'Welcome, ada')
    await visitor.open(`${wiki.url}/sign-out`)
    assert.equal(await atApp(visitor), 'Bye, bye')
    await visitor.open(`${other.url}/sign-in`)
    assert.equal(await visitor.heading(), 'Sign in')

    await signIn()
    const logout = openid.buildEndSessionUrl(wiki.config, { client_id: wiki.clientId }).href
    await visitor.open(logout)
    assert.equal(await visitor.heading(), 'Sign out?')
    await visitor.look('app-sign-out')
    await visitor.follow('Stay signed in')
    assert.equal(await visitor.heading(), 'Your account')
    await visitor.open(`${other.url}/sign-in`)
    assert.equal(await atApp(visitor), 'Welcome, ada', 'nothing was ended without a click')
    await visitor.open(
      openid.buildEndSessionUrl(wiki.config, {
        client_id: wiki.clientId,
        post_logout_redirect_uri: `${wiki.url}/signed-out`,
        state: 'click',
      }).href,
    )
    await visitor.press('Sign out')
    assert.equal(await atApp(visitor), 'Bye, click', 'the form leads on to the app, and from there on')
    await visitor.open(logout)
    await visitor.page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
    await visitor.look('app-signed-out')
  },
)

test('what an app has wrong is told to the person, who goes nowhere', inBrowser, async () => {
  await using system = await startProvider()
  await using app = await startSignInApp(system, { name: 'Wiki' })
  await using visitor = await browserVisitor(browser())
  const pages: [query: string, heading: string][] = [
    ['redirect_uri=https://evil.example.com/callback', 'Redirect blocked'],
    ['client_id=0190a000-0000-7000-8000-000000000000', 'Unknown application'],
  ]
  for (const [query, heading] of pages) {
    await visitor.open(`${app.url}/sign-in?${query}`)
    assert.equal(await visitor.heading(), heading)
    assert.ok(visitor.page.url().startsWith(system.authUrl))
    assert.match(await visitor.text(), /Details for developers.*Request [0-9a-f-]{36}/s)
    await visitor.look(`app-error-${heading.split(' ').at(-2)}`)
  }
  await visitor.open(`${system.authUrl}/account/authorize?interaction=${'x'.repeat(43)}`)
  assert.equal(await visitor.heading(), 'This sign-in has expired')
})

test('a passkey signs in to an app by itself, with the level of two factors', inBrowser, async () => {
  await using system = await startProvider(
    { settings: { LATCHKEY_PASSKEY_DOMAIN: 'localhost' } },
    'localhost',
  )
  const issuer = system.authUrl.replace('127.0.0.1', 'localhost')
  const ada = await system.signUp('ada')
  await using app = await startSignInApp(system, { name: 'Wiki', first_party: true }, issuer)
  await using context = await browser().newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  // The virtual authenticator would accept a passkey offer in the username field at once, so this offer is switched off.
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto(`${issuer}/account/sign-in?return_to=add-passkey`)
  await page.getByLabel('Username or email address').fill('ada')
  await page.getByLabel('Password').fill(ada.password)
  await press('Sign in')
  await press('Add a passkey')
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  await context.clearCookies()
  for (const wish of ['', 'acr_values=aal2', 'prompt=login']) {
    await page.goto(`${app.url}/sign-in?${wish}`)
    await press(wish === 'prompt=login' ? 'Use a passkey instead' : 'Sign in with a passkey')
    await page.getByText('Welcome, ada').waitFor()
    assert.equal(lastLogin(app).acr, 'aal2')
    if (wish === '') await context.clearCookies()
  }
})

test(
  'the pages on the way to an app are accessible (WCAG 2.2 AA by axe), also where scripts run',
  inBrowser,
  async () => {
    await using system = await startProvider()
    const ada = await system.signUp('ada')
    await using app = await startSignInApp(system, { name: 'Wiki' })
    for (const look of [
      { colorScheme: 'light', viewport: { width: 360, height: 740 } },
      { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
    ] as const) {
      const context = await browser().newContext({ ...look, locale: 'en-GB' })
      await using parts = new AsyncDisposableStack()
      parts.defer(() => context.close())
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      const sound = async (heading: string) => {
        await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
        assert.deepEqual(await violationsOn(page), [], heading)
      }
      await page.goto(`${app.url}/sign-in?prompt=consent`)
      await sound('Sign in')
      await page.getByLabel('Username or email address').fill('ada')
      await page.getByLabel('Password').fill(ada.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await sound('Allow access?')
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.waitForURL(/^http:\/\/localhost:/)
      await page.goto(`${app.url}/sign-in?prompt=select_account`)
      await sound('Choose an account')
      await page.goto(`${system.authUrl}/account`)
      await sound('Your account')
      const device = await openid.initiateDeviceAuthorization(app.config, { scope: 'openid' })
      await page.goto(device.verification_uri)
      await sound('Connect a device')
      await page.getByLabel('Code on the device').fill(device.user_code)
      await page.getByRole('button', { name: 'Continue' }).click()
      await sound('Is this your device?')
      await page.goto(openid.buildEndSessionUrl(app.config, {}).href)
      await sound('Sign out?')
      await page.goto(`${app.url}/sign-in?redirect_uri=https://evil.example.com/`)
      await sound('Redirect blocked')
    }
  },
)
