import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { type System, startSystem } from '#tests/support/system.ts'

/** A person who uses the account pages in a real browser, with a virtual authenticator that confirms without a touch. */
export interface PasskeyBrowser extends AsyncDisposable {
  system: System
  /** The beginning of the URLs of the account pages. */
  account: string
  page: Page
  devtools: CDPSession
  authenticatorId: string
  /** The errors of scripts on the pages, and violations of the Content-Security-Policy. */
  faults: string[]
}

/**
 * Starts a system whose account pages are at `http://localhost`, because browsers allow passkeys only for host names, not
 * for IP addresses, and allow this name without TLS. The port must be known before the start.
 */
async function startAtLocalhost(
  settings: Record<`LATCHKEY_${string}`, string>,
): Promise<{ system: System; origin: string } & AsyncDisposable> {
  await using parts = new AsyncDisposableStack()
  let target = 0
  const door = createServer((client) => {
    const behind = connect(target, '127.0.0.1')
    client.on('error', () => behind.destroy()).pipe(behind)
    behind.on('error', () => client.destroy()).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  parts.defer(() => void door.close())
  const origin = `http://localhost:${(door.address() as AddressInfo).port}`
  const system = parts.use(
    await startSystem({
      settings: { LATCHKEY_PUBLIC_URL: origin, LATCHKEY_PASSKEY_DOMAIN: 'localhost', ...settings },
    }),
  )
  target = Number(new URL(system.authUrl).port)
  const kept = parts.move()
  return { system, origin, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

interface WindowOptions {
  /**
   * True when the browser offers passkeys in the field for the username. The virtual authenticator would accept the
   * offer at once.
   */
  isOffered?: boolean
  javaScriptEnabled?: boolean
}

/** Opens a browser window with its own cookies and passkeys, at a new system. Several tests may share the browser. */
export async function openPasskeyBrowser(
  browser: Browser,
  { settings = {}, ...options }: WindowOptions & { settings?: Record<`LATCHKEY_${string}`, string> } = {},
): Promise<PasskeyBrowser> {
  await using parts = new AsyncDisposableStack()
  const { system, origin } = parts.use(await startAtLocalhost(settings))
  const window = parts.use(await openPasskeyWindow(browser, options))
  const kept = parts.move()
  return {
    ...window,
    system,
    account: `${origin}/account`,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** Opens a browser window with its own cookies and passkeys, at no page yet. */
export async function openPasskeyWindow(
  browser: Browser,
  { isOffered = false, javaScriptEnabled = true }: WindowOptions = {},
): Promise<Omit<PasskeyBrowser, 'system' | 'account'>> {
  await using parts = new AsyncDisposableStack()
  const context = parts.use(await browser.newContext({ javaScriptEnabled }))
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) faults.push(message.text())
  })
  if (!isOffered && javaScriptEnabled)
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const kept = parts.move()
  return {
    page,
    devtools,
    authenticatorId,
    faults,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
export const seeing = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Adds a passkey on the account page, and stores the recovery codes that the page shows with the first passkey. Returns one. */
export async function addPasskeyOnPage(
  { page, account }: Pick<PasskeyBrowser, 'page' | 'account'>,
  name: string,
): Promise<string> {
  await page.goto(account)
  await follow(page, 'Add a passkey')
  await page.getByLabel('Passkey name').fill(name)
  await press(page, 'Add a passkey')
  await seeing(page, 'Save your recovery codes')
  const downloading = page.waitForEvent('download')
  await press(page, 'Download codes')
  const file = readFileSync(await (await downloading).path(), 'utf8')
  const [, code = ''] = /\r\n\r\n(\S+)\r\n/.exec(file) ?? []
  await page.getByLabel('One of your codes').fill(code)
  await press(page, 'I’ve saved my codes')
  await page.getByText('Your recovery codes are active').waitFor()
  return code
}
