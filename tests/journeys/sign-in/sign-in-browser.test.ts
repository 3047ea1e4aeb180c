import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser } from 'playwright-core'
import { violationsOn } from '#tests/support/axe.ts'
import { browserOfFile, browserVisitor } from '#tests/support/chromium.ts'
import { type System, startSystem } from '#tests/support/system.ts'

const { inBrowser, browser } = browserOfFile()

test(
  'in a browser without scripts, a person signs in, sees their devices, and signs out',
  inBrowser,
  async () => {
    await using system = await startSystem()
    await using visitor = await browserVisitor(browser())
    const { password } = await system.signUp('ada')
    for (const device_name of [
      'Ada’s phone',
      'A machine with quite a long name in the basement of the old library',
    ])
      await system.send('POST', `${system.authUrl}/auth/login`, {
        body: { username: 'ada', password, device_name },
      })
    await visitor.open(`${system.authUrl}/account`)
    await visitor.look('sign-in')
    await visitor.fill('Username or email address', 'ada')
    await visitor.fill('Password', 'wrong')
    await visitor.press('Sign in')
    await visitor.look('sign-in-refused')
    assert.match(await visitor.text(), /Check your entries: Wrong username or password/)
    await visitor.fill('Password', password)
    await visitor.press('Sign in')
    assert.equal(await visitor.heading(), 'Your account')
    assert.equal(new URL(visitor.page.url()).pathname, '/account')
    await visitor.look('account')
    await visitor.press('Sign out: Ada’s phone')
    assert.match(await visitor.text(), /The device was signed out/)
    await visitor.press('Sign out all other devices')
    assert.doesNotMatch(await visitor.text(), /basement/)
    const [cookie] = await visitor.page.context().cookies()
    assert.deepEqual(
      { ...cookie, value: '', expires: 0 },
      {
        name: '__Host-latchkey',
        value: '',
        domain: 'localhost',
        path: '/',
        expires: 0,
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
      },
    )
    await visitor.press('Sign out')
    assert.match(await visitor.text(), /You’re signed out/)
    assert.deepEqual(await visitor.page.context().cookies(), [])
  },
)

test(
  'in a browser without scripts, a person signs up, changes everything and leaves',
  inBrowser,
  async () => {
    const settings = {
      LATCHKEY_BRAND_NAME: 'Analytical Engines',
      LATCHKEY_BRAND_COLOR: '#ff8c00',
    }
    await using system = await startSystem({ settings })
    await using visitor = await browserVisitor(browser())
    const account = `${system.authUrl}/account`
    await visitor.open(`${account}/sign-up`)
    await visitor.look('sign-up')
    await visitor.fill('Username', 'a')
    await visitor.fill('Email address', 'ada@example.com')
    await visitor.fill('Password', 'password')
    await visitor.press('Create account')
    await visitor.look('sign-up-refused')
    await visitor.fill('Username', 'ada')
    await visitor.fill('Password', 'the first password')
    await visitor.press('Create account')
    assert.equal(await visitor.heading(), 'Your account')
    await visitor.follow('Change: Name')
    await visitor.look('change-name')
    await visitor.fill('Name', 'Ada Lovelace')
    await visitor.press('Save')
    await visitor.look('account-branded')
    await visitor.follow('Change: Email address')
    await visitor.look('change-email')
    await visitor.follow('Back to your account')
    await visitor.follow('Change: Password')
    await visitor.fill('Current password', 'wrong')
    await visitor.fill('New password', 'the second password')
    await visitor.press('Change password')
    await visitor.look('change-password-refused')
    await visitor.fill('Current password', 'the first password')
    await visitor.fill('New password', 'the second password')
    await visitor.press('Change password')
    assert.match(await visitor.text(), /Your password was changed/)
    await visitor.follow('Delete account')
    await visitor.look('delete-account')
    await visitor.fill('Your username', 'ada')
    await visitor.press('Delete my account')
    assert.equal(await visitor.heading(), 'Your account was deleted')
    assert.deepEqual(await visitor.page.context().cookies(), [])
  },
)

/** Opens the sign-in page with scripts allowed, because the checker axe is a script. With `password`, ada is signed in. */
async function openPage(
  browser: Browser,
  system: System,
  { colorScheme, width, password }: { colorScheme: 'light' | 'dark'; width: number; password?: string },
) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`${system.authUrl}/account/sign-in`)
  if (password !== undefined) {
    await page.getByLabel('Username or email address').fill('ada')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
  }
  return { page, [Symbol.asyncDispose]: () => context.close() }
}

test(
  'the pages of an account are accessible (WCAG 2.2 AA by axe), on a phone and in the dark',
  inBrowser,
  async () => {
    await using system = await startSystem()
    const { password } = await system.signUpAndLogIn('ada')
    for (const look of [
      { colorScheme: 'light', width: 360 },
      { colorScheme: 'dark', width: 1280 },
    ] as const) {
      await using stranger = await openPage(browser(), system, look)
      assert.deepEqual(await violationsOn(stranger.page), [], 'the sign-in page')
      await using visitor = await openPage(browser(), system, { ...look, password })
      assert.deepEqual(await violationsOn(visitor.page), [], 'the account')
      for (const path of ['language', 'password', 'delete', 'sign-up']) {
        await visitor.page.goto(`${system.authUrl}/account/${path}`)
        assert.deepEqual(await violationsOn(visitor.page), [], path)
      }
    }
  },
)
