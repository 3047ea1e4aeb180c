import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Framework } from '#cli/commands/clients/frameworks.ts'
import { findChromium, startBrowser } from '#tests/support/chromium.ts'
import type { Missing } from '#tests/support/foreign-packages.ts'
import { addPasskeyOnPage, follow, openPasskeyWindow, press } from '#tests/support/passkey-browser.ts'
import { freePorts, type Started, startProcess } from '#tests/support/process.ts'
import { registerApp, signUpAt } from '#tests/support/registered-app.ts'
import { runApplication } from '#tests/support/run-application.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const person = { username: 'grace', email: 'grace@example.com', password: 'correct horse battery' }

interface BuiltApplication {
  framework: Framework
  folder: string
  /** The program that serves the built application, and its arguments. */
  program: string
  args: readonly string[]
}

/**
 * Registers an application that is built for production, and uses it in a browser: a user signs in by password and by passkey, two
 * tabs share the session until after the expiry of an access token, and a sign-out in one tab ends it in the other.
 */
export async function walkWebApplication({
  framework,
  folder,
  program,
  args,
}: BuiltApplication): Promise<Missing | undefined> {
  const executable = findChromium()
  if (!executable) return { missing: 'there is no Chromium; LATCHKEY_TEST_CHROMIUM can name one' }
  const data = temporaryFolder()
  await using latchkey = await startProcess([], {
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_ACCESS_TOKEN_LIFETIME: '10s',
  })
  const issuer = await issuerOf(latchkey)
  const [port = 0] = await freePorts(1)
  const origin = `http://localhost:${port}`
  const environment = {
    ...registerApp(framework, { data, issuer, origin }),
    HOST: 'localhost',
    ORIGIN: origin,
  }
  await using application = await runApplication(folder, program, { port, environment, args })
  await signUpAt(latchkey, person)
  await using browser = await startBrowser(executable)
  await using window = await openPasskeyWindow(browser)
  const { page: one } = window
  try {
    await walk(one, origin)
  } catch (error) {
    const shown = await one.innerText('body').catch(() => '')
    throw new Error(`At ${one.url()}: ${shown}\n${application.output()}`, { cause: error })
  }
  assert.deepEqual(window.faults, [])
  return undefined
}

async function issuerOf({ auth }: Started): Promise<string> {
  const { issuer } = (await (await fetch(`${auth}/.well-known/openid-configuration`)).json()) as {
    issuer: string
  }
  return issuer
}

async function walk(one: Page, origin: string): Promise<void> {
  const isSignedIn = async (page: Page, is = true) => {
    await (is ? page.getByText('Hello grace') : page.getByRole('link', { name: 'Sign in' })).waitFor()
    assert.equal(new URL(page.url()).origin, origin)
  }
  const signOut = async (page: Page) => {
    await press(page, 'Sign out')
    await isSignedIn(page, false)
  }
  await one.goto(origin)
  await follow(one, 'Sign in')
  const account = new URL('/account', one.url()).href
  await one.getByLabel('Username or email address').fill(person.username)
  await one.getByLabel('Password').fill(person.password)
  await press(one, 'Sign in')
  await isSignedIn(one)
  await addPasskeyOnPage({ page: one, account }, 'Laptop')

  await one.goto(origin)
  await signOut(one)
  await follow(one, 'Sign in')
  await press(one, 'Sign in with a passkey')
  await isSignedIn(one)

  const two = await one.context().newPage()
  two.setDefaultTimeout(60_000)
  await two.goto(origin)
  await isSignedIn(two)
  await one.waitForTimeout(11_000)
  await Promise.all([one.reload(), two.reload()])
  await isSignedIn(one)
  await isSignedIn(two)

  const names = (await one.context().cookies(origin)).map(({ name, httpOnly }) => ({ name, httpOnly }))
  assert.ok(names.some(({ name, httpOnly }) => name === '__Host-latchkey-session' && httpOnly))
  await signOut(two)
  await one.reload()
  await isSignedIn(one, false)
}
