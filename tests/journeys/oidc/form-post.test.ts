import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { browserOfFile } from '#tests/support/chromium.ts'
import { startLocalServer } from '#tests/support/local-server.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  exchange,
  issuer,
  type PlainBrowser,
  plainBrowser,
  registerClient,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import { startProvider } from '#tests/support/sign-in-app.ts'
import { unescapeHtml } from '#tests/support/unescape-html.ts'
import { until } from '#tests/support/until.ts'

/** Follows the redirects of an authorization request, and returns the page with the form for the client. */
async function openForm(browser: PlainBrowser, url: string) {
  const { page = '' } = await browser.follow(url)
  const form = new Map(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, unescapeHtml(value)],
    ),
  )
  return { page, form, action: unescapeHtml(/<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? '') }
}

onEachEngine((startSystem) => {
  test('a response by `form_post` is a page that runs its own script only, and works without it', async () => {
    await using system = await startSystem()
    const callback = 'https://wiki.example.com/callback'
    const withQuery = `${callback}?of=a&copy=b`
    const wiki = await relyingParty(system, { redirect_uris: [callback, withQuery] })
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    const state = `"><script>alert(1)</script>&amp;'`
    const asked = await ask(wiki, { response_mode: 'form_post', state })
    const reply = await browser.go(asked.url)
    const page = await reply.text()
    assert.equal(reply.status, 200)
    const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text)
    assert.equal(scripts.length, 1)
    const hash = createHash('sha256')
      .update(scripts[0] ?? '')
      .digest('base64')
    const policy = reply.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /form-action/, 'it would block the redirects of the client')
    assert.ok(policy.includes(`script-src 'sha256-${hash}';`), policy)
    const others = [
      'cache-control',
      'referrer-policy',
      'x-robots-tag',
      'x-content-type-options',
      'content-type',
    ]
    assert.deepEqual(
      others.map((name) => reply.headers.get(name)),
      ['no-store', 'strict-origin', 'noindex', 'nosniff', 'text/html; charset=utf-8'],
    )
    assert.match(page, /<button class="button/, 'a person without scripts sends the form')
    assert.match(page, /Wiki/)

    const other = await ask(wiki, { response_mode: 'form_post', redirect_uri: withQuery })
    assert.equal((await openForm(browser, other.url)).action, withQuery)

    const again = await ask(wiki, { response_mode: 'form_post', state })
    const { form, action } = await openForm(browser, again.url)
    assert.deepEqual([action, form.get('state')], [callback, state])
    const answer = new URL(`${callback}?${new URLSearchParams([...form])}`)
    assert.ok((await exchange(wiki, answer, { ...again, state })).id_token)
  })

  test('an error goes to the client by `form_post`, too, on a page in the language that the client wishes for', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system)
    const wrong = { response_mode: 'form_post', prompt: 'none', ui_locales: 'de' }
    const { url } = await ask(wiki, wrong)
    assert.equal((await plainBrowser(system).go(url)).status, 200)
    const { page, form, action } = await openForm(plainBrowser(system), url)
    assert.equal(action, 'https://wiki.example.com/callback')
    assert.deepEqual([form.get('error'), form.get('iss')], ['login_required', issuer])
    assert.match(page, /<html lang="de"/)
  })
})

const { inBrowser, browser } = browserOfFile()

test(
  'a browser sends the form to the client by itself, or by its button, and follows its redirect to any host',
  inBrowser,
  async () => {
    await using system = await startProvider()
    const ada = await system.signUp('ada')
    const got: { origin: string | undefined; form: URLSearchParams }[] = []
    await using app = await startLocalServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        if (request.method === 'POST') {
          got.push({
            origin: request.headers.origin,
            form: new URLSearchParams(Buffer.concat(chunks).toString()),
          })
          const elsewhere = app.url.replace('127.0.0.1', 'localhost')
          return response.writeHead(303, { location: `${elsewhere}/welcome` }).end()
        }
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
      })
    })
    const callback = `${app.url}/callback`
    const { id } = await registerClient(system, { redirect_uris: [callback] })
    const query = new URLSearchParams({
      client_id: id,
      response_type: 'code',
      response_mode: 'form_post',
      scope: 'openid',
      state: 'a"b',
      redirect_uri: callback,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser().newContext({ javaScriptEnabled })
      const page = await context.newPage()
      const problems: string[] = []
      page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())))
      await page.goto(`${system.authUrl}/oidc/authorize?${query}`)
      await page.getByLabel('Username or email address').fill('ada')
      await page.getByLabel('Password').fill(ada.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(/^http:\/\/localhost:\d+\/welcome$/)
      await until('the application has the form', () => got.length === (javaScriptEnabled ? 1 : 2))
      assert.deepEqual([got.at(-1)?.origin, got.at(-1)?.form.get('state')], [system.authUrl, 'a"b'])
      assert.ok(got.at(-1)?.form.get('code'))
      assert.deepEqual(problems, [])
      await context.close()
    }
  },
)
