import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violationsOn } from '#tests/support/axe.ts'
import { browserOfFile } from '#tests/support/chromium.ts'
import { newDeployment } from '#tests/support/deployment.ts'
import { serve } from '#tests/support/other-versions.ts'
import {
  addPasskeyOnPage,
  follow,
  openPasskeyBrowser,
  openPasskeyWindow,
  press,
  seeing,
} from '#tests/support/passkey-browser.ts'
import { send } from '#tests/support/system.ts'

const { inBrowser, browser } = browserOfFile()

async function givePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Username or email address').fill('ada')
  await page.getByLabel('Password').fill(password)
  await press(page, 'Sign in')
}

test(
  'a passkey is added, signs in by the button, goes on after a password, proves who is there, and is removed',
  inBrowser,
  async () => {
    await using scene = await openPasskeyBrowser(browser())
    const { system, page, account, faults } = scene
    const { password } = await system.signUp('ada')
    await page.goto(`${account}/sign-in`)
    await givePassword(page, password)
    await seeing(page, 'Your account')
    await addPasskeyOnPage(scene, 'My laptop')
    await press(page, 'Sign out')
    await press(page, 'Sign in with a passkey')
    await seeing(page, 'Your account')

    await follow(page, 'Rename: My laptop')
    await page.getByLabel('Passkey name').fill('<b>Work</b>')
    await press(page, 'Save')
    await page.getByText('Your passkey was renamed').waitFor()
    await follow(page, 'Add a passkey')
    await press(page, 'Add a passkey')
    await page.getByText('This device already has a passkey for your account').waitFor()

    await page.goto(account)
    await press(page, 'Sign out')
    await givePassword(page, password)
    await seeing(page, 'Confirm it’s you')
    await press(page, 'Use a passkey')
    await seeing(page, 'Your account')

    system.clock.advance(6 * 60_000)
    await follow(page, 'Remove: <b>Work</b>')
    await seeing(page, 'Confirm it’s you')
    await press(page, 'Use a passkey instead')
    await seeing(page, 'Remove passkey?')
    await press(page, 'Remove passkey')
    await page.getByText('Your passkey was removed').waitFor()
    await press(page, 'Sign out')
    await press(page, 'Sign in with a passkey')
    await page.getByText('This passkey wasn’t accepted').waitFor()
    await givePassword(page, password)
    await seeing(page, 'Your account')
    assert.deepEqual(faults, [])
  },
)

test(
  'without any setting, passkeys work at the address that the start names, to which 127.0.0.1 leads',
  inBrowser,
  async () => {
    await using deployment = await newDeployment('sqlite')
    const { LATCHKEY_ISSUER: _named, ...environment } = deployment.environment
    await using node = await serve(environment)
    const ada = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
    assert.equal((await send('POST', `${node.users}/users/create`, { body: ada })).status, 201)
    await using window = await openPasskeyWindow(browser())
    const { page, faults } = window
    const account = `${node.auth}/account`
    await page.goto(`${account}/sign-in`)
    await givePassword(page, ada.password)
    await seeing(page, 'Your account')
    await addPasskeyOnPage({ page, account }, 'My laptop')
    await press(page, 'Sign out')
    await press(page, 'Sign in with a passkey')
    await seeing(page, 'Your account')
    assert.deepEqual(faults, [])
    const numeric = account.replace('localhost', '127.0.0.1')
    await page.goto(numeric)
    await seeing(page, 'Your account')
    assert.equal(page.url(), account)
    // A browser that does not say that it opens a page stays there.
    const stayed = await send('GET', `${numeric}/sign-in`)
    assert.equal(stayed.status, 200)
    assert.doesNotMatch(stayed.body, /Sign in with a passkey/)
  },
)

test(
  'a browser offers the passkey in the field for the username, and signs in with it',
  inBrowser,
  async () => {
    await using scene = await openPasskeyBrowser(browser(), { isOffered: true })
    const { system, page, account, faults } = scene
    const { password } = await system.signUp('ada')
    const asking = () => page.waitForRequest(/passkey-options$/)
    await page.clock.install()
    const offered = asking()
    await page.goto(`${account}/sign-in`)
    await offered
    const renewed = asking()
    await page.clock.fastForward(5 * 60_000)
    await renewed
    await givePassword(page, password)
    await addPasskeyOnPage(scene, 'My laptop')
    const asked = asking()
    await press(page, 'Sign out')
    await asked
    // The virtual authenticator accepts the offer of a passkey login as soon as the sign-in page makes it.
    await page.waitForURL(/account\?from=sign-in$/)
    await seeing(page, 'Your account')
    assert.deepEqual(faults, [])
  },
)

test(
  'whoever cancels, or waits for too long, is told so and goes on: with a passkey, or without one',
  inBrowser,
  async () => {
    await using scene = await openPasskeyBrowser(browser())
    const { system, page, account, devtools, authenticatorId, faults } = scene
    const { password } = await system.signUp('ada')
    await page.goto(`${account}/sign-in`)
    await givePassword(page, password)
    const code = await addPasskeyOnPage(scene, 'My laptop')
    await press(page, 'Sign out')
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await press(page, 'Sign in with a passkey')
    await page.getByText('No passkey was used').waitFor()
    await givePassword(page, password)
    await seeing(page, 'Confirm it’s you')
    await press(page, 'Use a passkey')
    await page.getByText('No passkey was used').waitFor()
    await page.getByLabel('Recovery code').fill(code)
    await press(page, 'Sign in')
    await seeing(page, 'Your account')

    // The proof of identity expires between the display of the page and the press of the button.
    await follow(page, 'Add a passkey')
    await page.getByLabel('Passkey name').waitFor()
    system.clock.advance(6 * 60_000)
    await press(page, 'Add a passkey')
    await seeing(page, 'Confirm it’s you')
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await press(page, 'Use a passkey instead')
    await page.getByLabel('Passkey name').waitFor()
    assert.deepEqual(faults, [])
  },
)

test('without scripts the pages say what a passkey needs, and everything else works', inBrowser, async () => {
  await using scene = await openPasskeyBrowser(browser(), { javaScriptEnabled: false })
  const { system, page, account } = scene
  const { password } = await system.signUp('ada')
  await page.goto(`${account}/sign-in`)
  const sentence = page.getByText('Passkeys need JavaScript')
  assert.equal(await sentence.isVisible(), true)
  assert.equal(await page.getByRole('button').count(), 1)
  await givePassword(page, password)
  await seeing(page, 'Your account')
  await follow(page, 'Add a passkey')
  assert.equal(await sentence.isVisible(), true)
  assert.equal(await page.getByRole('button').count(), 0)
  await follow(page, 'Back to your account')
  await seeing(page, 'Your account')
})

test(
  'the pages about ways in are accessible (WCAG 2.2 AA by axe), on a phone and in the dark',
  inBrowser,
  async () => {
    await using scene = await openPasskeyBrowser(browser())
    const { system, page, account } = scene
    const { password } = await system.signUp('ada')
    await page.goto(`${account}/sign-in`)
    const check = async (what: string) => {
      for (const [width, colorScheme] of [
        [360, 'light'],
        [1280, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await violationsOn(page), [], `${what}, ${colorScheme}`)
      }
    }
    await check('sign-in')
    await givePassword(page, password)
    await addPasskeyOnPage(scene, 'My laptop')
    await check('the account')
    await press(page, 'Sign out')
    await givePassword(page, password)
    await seeing(page, 'Confirm it’s you')
    await check('the second step')
    await press(page, 'Use a passkey')
    await seeing(page, 'Your account')
    for (const path of ['add-passkey', 'prove']) {
      await page.goto(`${account}/${path}`)
      await check(path)
    }
    await page.goto(`${account}/app`)
    await press(page, 'Continue')
    await seeing(page, 'Scan the QR code')
    await check('the picture')
    await page.goto(`${account}/recovery-codes`)
    await press(page, 'Create recovery codes')
    await seeing(page, 'Save your recovery codes')
    await check('the codes')
  },
)
