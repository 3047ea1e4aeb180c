import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { browserVisitor, findChromium, startBrowser } from '#tests/support/chromium.ts'
import type { Missing } from '#tests/support/foreign-packages.ts'
import { startParty } from '#tests/support/party-app.ts'
import type { Runnable } from '#tests/support/party-programs.ts'
import { freePorts, latchkey, type Started, startProcess } from '#tests/support/process.ts'
import { signUpAt } from '#tests/support/registered-app.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'
import { type ForeignClient, person, type Setup } from './foreign-clients.ts'

type Visitor = Awaited<ReturnType<typeof browserVisitor>>

/** Logs a person in to an application with a library of others, and out again, with each of its setups. */
export async function walkClient(client: ForeignClient): Promise<Missing | undefined> {
  const executable = findChromium()
  if (!executable) return { missing: 'there is no Chromium; LATCHKEY_TEST_CHROMIUM can name one' }
  const runnable = client.prepare()
  if ('missing' in runnable) return runnable
  const data = temporaryFolder()
  await using provider = await startProcess([], {
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
  })
  await signUpAt(provider, person)
  await using browser = await startBrowser(executable)
  for (const setup of client.setups) {
    await walk({ client, runnable, setup, provider, data, browser })
    const outcome = setup.isRefused ? 'refused' : setup.failsWith ? 'not accepted' : 'ok'
    process.stdout.write(`  ${setup.called}: ${outcome}\n`)
  }
  return undefined
}

/** Walks through one setup. */
async function walk({
  client,
  runnable,
  setup,
  provider,
  data,
  browser,
}: {
  client: ForeignClient
  runnable: Runnable
  setup: Setup
  provider: Started
  data: string
  browser: Browser
}): Promise<void> {
  const [port = 0] = await freePorts(1)
  const origin = `http://127.0.0.1:${port}`
  const { id, client_secret: secret } = register(client, { setup, data, origin })
  await using _app = await startParty(runnable, port, {
    ISSUER: provider.auth,
    CLIENT_ID: id,
    CLIENT_SECRET: secret,
    ORIGIN: origin,
    FOLDER: temporaryFolder(),
    ...setup.settings,
  })
  await using visitor = await browserVisitor(browser)
  const requests: URL[] = []
  const refusals: string[] = []
  visitor.page.on('request', (request) => {
    const { origin: to, pathname, searchParams } = new URL(request.url())
    if (to === new URL(provider.auth).origin && searchParams.has('response_type'))
      requests.push(new URL(request.url()))
    if (to === origin && pathname === client.callback && searchParams.has('error'))
      refusals.push(searchParams.get('error_description') ?? '')
  })

  await visitor.open(origin)
  await showsText(visitor, 'Nobody is here')
  await visitor.follow('Sign in')
  if (setup.isRefused) {
    await until('Latchkey has refused the request', () => refusals.length > 0)
    assert.match(refusals.join(), /requires PKCE/)
  } else {
    await visitor.fill('Username or email address', person.username)
    await visitor.fill('Password', person.password)
    await visitor.press('Sign in')
    await showsText(visitor, 'Allow access?')
    await visitor.press('Allow')
    for (const text of setup.failsWith ? [setup.failsWith] : client.shows) await showsText(visitor, text)
    if (!setup.failsWith) await signOut(visitor, { client, provider })
  }
  const [request] = requests
  assert.ok(request, 'an authorization request')
  const sent = ['code_challenge', 'nonce'].filter((one) => request.searchParams.has(one))
  assert.deepEqual(sent, setup.sends)
}

/** Registers the application as an operator does. */
function register(
  client: ForeignClient,
  { setup, data, origin }: { setup: Setup; data: string; origin: string },
): { id: string; client_secret: string } {
  const { callback, signedOut } = client
  const logout = signedOut === undefined ? [] : ['--logout-uris', `${origin}${signedOut}`]
  const args = [
    '--name',
    'Wiki',
    '--redirect-uris',
    `${origin}${callback}`,
    ...logout,
    ...(setup.options ?? []),
  ]
  const { code, out, err } = latchkey(['clients', 'create', ...args, '--json'], { LATCHKEY_DATA: data })
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

async function showsText({ page }: Visitor, text: string): Promise<void> {
  try {
    await page.getByText(text).first().waitFor({ timeout: 60_000 })
  } catch (error) {
    throw new Error(`No “${text}” at ${page.url()}: ${await page.locator('body').innerText()}`, {
      cause: error,
    })
  }
}

/** Signs the person out of the application, and checks who is still signed in at Latchkey. */
async function signOut(
  visitor: Visitor,
  { client, provider }: { client: ForeignClient; provider: Started },
): Promise<void> {
  await visitor.press('Sign out')
  await showsText(visitor, 'Nobody is here')
  await visitor.open(`${provider.auth}/account`)
  const isSignedOut = visitor.page.url().includes('/account/sign-in')
  assert.equal(
    isSignedOut,
    client.signedOut !== undefined,
    'the sign-out reaches Latchkey where the library tells it',
  )
}
