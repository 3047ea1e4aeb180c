import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserOfFile, browserVisitor } from '#tests/support/chromium.ts'
import { providerSettings } from '#tests/support/identity-provider.ts'
import { type LocalServer, startLocalServer } from '#tests/support/local-server.ts'
import { startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const { inBrowser, browser } = browserOfFile()

/** Starts a certified OpenID provider of other authors (the library `oidc-provider`), with its sign-in pages for development. */
async function startForeignProvider(): Promise<LocalServer & { serve(redirectUri: string): Promise<void> }> {
  let answer: RequestListener = (_request, response) => void response.writeHead(503).end()
  const server = await startLocalServer((request, response) => void answer(request, response))
  const issuer = server.url
  return {
    url: issuer,
    async serve(redirectUri) {
      const { Provider } = await import('oidc-provider')
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: 'latchkey',
            client_secret: 'secret',
            redirect_uris: [redirectUri],
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        // With this option the provider puts the claims into the ID token, as the large providers do.
        conformIdTokenClaims: false,
        findAccount: (_context, id) => ({
          accountId: id,
          claims: async () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: 'Ada' }),
        }),
        cookies: { keys: ['a key of the tests'] },
      })
      answer = provider.callback()
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Signs a person in on the page of the provider, which accepts any password. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any password')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

test(
  'through a provider that others wrote a person gets an account, signs in again, and proves anew who they are',
  inBrowser,
  async () => {
    await using provider = await startForeignProvider()
    const settings = providerSettings(temporaryFolder(), [
      { name: 'foreign', title: 'Foreign', issuer: provider.url, trusts_email: true },
    ])
    await using system = await startSystem({ settings })
    const account = `${system.authUrl.replace('127.0.0.1', 'localhost')}/account`
    await provider.serve(`${account}/callback-foreign`)
    await using visitor = await browserVisitor(browser())
    const { page } = visitor
    await visitor.open(`${account}/sign-in`)
    await visitor.follow('Continue with Foreign')
    await signInThere(page, 'ada')
    await page.getByRole('button', { name: 'Continue' }).click()
    assert.equal(await visitor.heading(), 'Your account')
    assert.match(await visitor.text(), /Username\sada/)
    await visitor.press('Sign out')
    // The person still has a session at the provider, so no password is needed. This login is no fresh proof of identity.
    await visitor.follow('Continue with Foreign')
    assert.equal(await visitor.heading(), 'Your account')
    await visitor.open(`${account}/app`)
    assert.match(await visitor.text(), /Your account has no password/)
    await visitor.follow('Continue with Foreign')
    await signInThere(page, 'ada')
    assert.equal(await visitor.heading(), 'Add an authenticator app')
  },
)
