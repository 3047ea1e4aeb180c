import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { inEachView } from './chromium.ts'
import type { System } from './system.ts'
import { until } from './until.ts'
import type { Visitor } from './visitor.ts'

/** A name with markup and a script, as an attacker may choose it. Each page must show this name as text and not run it. */
export const hostile = `<script>alert(1)</script><img src=x onerror="alert('2')">`

/** Returns the URL of a page of the console, at the address to which browsers are led. */
export const consoleUrl = (system: System, page: string): string =>
  `${system.consoleUrl || system.authUrl.replace('127.0.0.1', 'localhost')}/console/${page}`

export const adminPassword = (system: System): string =>
  readFileSync(join(system.data, 'admin-password'), 'utf8').trim()

/** Opens a page of the console, and signs in as the first admin on the sign-in page that is shown first. */
export async function openAsAdmin(system: System, visitor: Visitor, page: string): Promise<void> {
  await visitor.open(consoleUrl(system, page))
  await signInAsAdmin(system, visitor)
}

/** Signs in as the first admin on the sign-in page that is shown. */
export async function signInAsAdmin(system: System, visitor: Visitor): Promise<void> {
  await visitor.fill('Username or email address', 'admin')
  await visitor.fill('Password', adminPassword(system))
  await visitor.press('Sign in')
}

interface ConsoleWindow extends AsyncDisposable {
  page: Page
  /** The violations of the Content-Security-Policy, the errors of scripts and the dialogs of the page. */
  faults: string[]
  /** Presses the button with exactly this name. */
  press(name: string): Promise<void>
}

/** Opens a window of a browser in which scripts run, signed in as the first admin. */
export async function openConsoleWindow(
  browser: Browser,
  system: System,
  page: string,
): Promise<ConsoleWindow> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Asia/Tokyo' })
  const window = await context.newPage()
  window.setDefaultTimeout(60_000)
  const faults: string[] = []
  window.on('pageerror', (error) => faults.push(String(error)))
  window.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`))
  window.on('console', (message) => {
    if (/content security policy|refused to|trusted/i.test(message.text())) faults.push(message.text())
  })
  await window.goto(consoleUrl(system, page))
  await window.getByLabel('Username or email address').fill('admin')
  await window.getByLabel('Password', { exact: true }).fill(adminPassword(system))
  await window.getByRole('button', { name: 'Sign in', exact: true }).click()
  await window.waitForURL(consoleUrl(system, page))
  return {
    page: window,
    faults,
    press: (name) => window.getByRole('button', { name, exact: true }).click(),
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** Enters the password of the first admin once more, on the page where the console asks for a fresh proof of identity. */
export async function proveAgain(page: Page, system: System): Promise<void> {
  await page.waitForURL(/\/account\/prove/)
  await page.getByLabel('Password', { exact: true }).fill(adminPassword(system))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(/\/console\//)
}

/** Waits until a page shows the given words. With `isReloaded`, the page is loaded again until it does. */
export async function says(page: Page, words: string | RegExp, { isReloaded = false } = {}): Promise<void> {
  const shown = page.locator('main').getByText(words).first()
  if (!isReloaded) return shown.waitFor()
  await until(`the page says ${words}`, async () => {
    await page.reload()
    return (await shown.count()) > 0
  })
}

/**
 * Requires that the current page of a window is accessible, not wider than the screen and without empty lines on top of its cards, on
 * a phone and a desktop, in light and in dark colours, and that its compressed size is below 30,000 bytes.
 */
export async function requireFit(page: Page, name: string): Promise<void> {
  await inEachView(page, `console-${name}`, async (view) => {
    assert.deepEqual(await violationsOn(page), [], view)
    assert.equal(
      await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'),
      false,
      `${view}: nothing is wider than the screen`,
    )
    assert.deepEqual(
      await page.evaluate(
        `[...document.querySelectorAll('.card > :first-child')]
          .filter((one) => parseFloat(getComputedStyle(one).marginTop) > 0).map(({ outerHTML }) => outerHTML.slice(0, 80))`,
      ),
      [],
      `${view}: no card begins with an empty line`,
    )
  })
  assert.ok(gzipSync(await page.content()).length < 30_000, `${name} is small`)
}
