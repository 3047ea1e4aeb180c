import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { browserOfFile, browserVisitor } from '#tests/support/chromium.ts'
import { providerSettings, startProvider } from '#tests/support/identity-provider.ts'
import { startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { confirmEmail } from '#tests/support/use-identities.ts'

const { inBrowser, browser } = browserOfFile()

/**
 * Starts a system and an identity provider on two host names, so that a browser treats them as two sites: the pages are opened at
 * 127.0.0.1, and lead to localhost, where the provider sends people back to.
 */
async function open() {
  const folder = temporaryFolder()
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(join(folder, 'key.p8'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const provider = await startProvider()
  const issuer = provider.url
  const key = { team_id: 'TEAM', key_id: 'KEY', private_key_file: 'key.p8', client_secret: undefined }
  const system = await startSystem({
    settings: providerSettings(folder, [
      { name: 'example', title: 'Example', issuer, trusts_email: true },
      { name: 'apple', kind: 'apple', issuer, ...key },
    ]),
  })
  return {
    provider,
    system,
    account: `${system.authUrl}/account`,
    async [Symbol.asyncDispose]() {
      await system[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

test(
  'in a browser without scripts, a person links an account at a provider, signs in with it, and unlinks it',
  inBrowser,
  async () => {
    await using here = await open()
    const ada = await here.system.signUpAndLogIn('ada')
    await confirmEmail(here.system, ada.user.id)
    await using visitor = await browserVisitor(browser())
    await visitor.open(`${here.account}/sign-in`)
    await visitor.look('sign-in-with-providers')
    await visitor.follow('Continue with Example')
    assert.equal(await visitor.heading(), 'Sign in')
    assert.match(await visitor.text(), /This Example account isn’t linked yet/)
    await visitor.look('sign-in-to-link')
    await visitor.fill('Username or email address', 'ada')
    await visitor.fill('Password', ada.password)
    await visitor.press('Sign in')
    assert.equal(await visitor.heading(), 'Link your Example account?')
    await visitor.look('link-account')
    await visitor.press('Link account')
    assert.match(await visitor.text(), /Your account was linked/)
    await visitor.look('account-with-linked-account')
    await visitor.press('Sign out')
    await visitor.follow('Continue with Example')
    assert.equal(await visitor.heading(), 'Your account')
    assert.equal(new URL(visitor.page.url()).pathname, '/account')
    const names = (await visitor.page.context().cookies()).map(({ name }) => name)
    assert.deepEqual(names, ['__Host-latchkey'], 'what bound the login to the browser is gone')
    await visitor.follow('Unlink: Example')
    // A session at the provider does not prove who uses the browser now, so the page asks for the password.
    assert.equal(await visitor.heading(), 'Confirm it’s you')
    await visitor.fill('Password', ada.password)
    await visitor.press('Continue')
    assert.equal(await visitor.heading(), 'Unlink your Example account?')
    await visitor.look('unlink-account')
    await visitor.press('Unlink account')
    assert.match(await visitor.text(), /The account was unlinked/)
  },
)

test(
  'in a browser without scripts, a person signs in with the form of a provider of another site',
  inBrowser,
  async () => {
    await using here = await open()
    here.provider.person = { sub: '001.ada', email: 'ada@example.com', email_verified: true }
    await using visitor = await browserVisitor(browser())
    for (let time = 1; time <= 2; time++) {
      await visitor.open(`${here.account}/sign-in`)
      await visitor.follow('Continue with Apple')
      await visitor.press('Continue')
      assert.equal(await visitor.heading(), 'Your account')
      await visitor.press('Sign out')
    }
  },
)

test(
  'in a browser, a provider that fails is named, and the other ways are a link away',
  inBrowser,
  async () => {
    await using here = await open()
    here.provider.bent.answer = (path, response) => {
      if (path === '/token') response.writeHead(502).end()
      return path === '/token'
    }
    await using visitor = await browserVisitor(browser())
    await visitor.open(`${here.account}/sign-in`)
    await visitor.follow('Continue with Example')
    assert.equal(await visitor.heading(), 'Can’t reach Example right now')
    await visitor.look('provider-failed')
    await visitor.follow('Sign in another way')
    assert.equal(await visitor.heading(), 'Sign in')
  },
)
