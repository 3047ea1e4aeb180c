import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Framework } from '#cli/commands/clients/frameworks.ts'
import { findChromium, startBrowser } from '#tests/support/chromium.ts'
import { installClient } from '#tests/support/client-package.ts'
import { hostedVisitor } from '#tests/support/hosted-app.ts'
import { freePorts, type Started, startProcess } from '#tests/support/process.ts'
import { appAt, registerApp, signUpAt } from '#tests/support/registered-app.ts'
import { issuer, plainBrowser, signInOnPage } from '#tests/support/relying-party.ts'
import { runApplication } from '#tests/support/run-application.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const root = new URL('../../../', import.meta.url).pathname

const environment = { LATCHKEY_USERS_PORT: '0', LATCHKEY_AUTH_PORT: '0' }

/** Starts Latchkey, and an example in a copy of its folder. `framework` registers it for sign-in through the hosted pages. */
async function startExample(name: string, { program = 'server.js', framework }: ExampleOptions = {}) {
  await using stack = new AsyncDisposableStack()
  const data = temporaryFolder()
  const latchkey = stack.use(
    await startProcess([], {
      ...environment,
      LATCHKEY_DATA: data,
      ...(framework ? { LATCHKEY_ISSUER: issuer, LATCHKEY_MAILBOX: 'on' } : {}),
    }),
  )
  const [port = 0] = await freePorts(1)
  const origin = `http://localhost:${port}`
  const folder = temporaryFolder()
  cpSync(join(root, 'examples', name), folder, { recursive: true })
  writeFileSync(join(folder, 'serve-worker.js'), workerRuntime)
  await installClient(folder, packagesOf(name))
  const addresses: Record<string, string> = framework
    ? { ...registerApp(framework, { data, issuer, origin }), LATCHKEY_AUTH_URL: latchkey.auth }
    : { LATCHKEY_URL: latchkey.auth, LATCHKEY_USERS_URL: latchkey.users }
  stack.use(await runApplication(folder, program, { port, environment: addresses }))
  const moved = stack.move()
  return { origin, latchkey, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

interface ExampleOptions {
  program?: string
  framework?: Framework
}

/**
 * A program in place of a worker runtime: it calls the fetch handler of the example with the settings, and sets the header
 * with the client address as the edge network does.
 */
const workerRuntime = `
import { serve } from '@hono/node-server'
import worker from './worker.js'

const env = { ...process.env }
function fetch(request) {
  const headers = new Headers(request.headers)
  headers.set('cf-connecting-ip', '203.0.113.7')
  return worker.fetch(new Request(request, { headers }), env)
}
serve({ fetch, port: Number(process.env.PORT), hostname: 'localhost' })
`

/**
 * Returns the packages that an example depends on, without the client library. For a scoped package (`@scope/name`) it
 * returns the scope.
 */
function packagesOf(name: string): string[] {
  const manifest = readFileSync(join(root, 'examples', name, 'package.json'), 'utf8')
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> }
  const names = Object.keys(dependencies).filter((one) => one !== '@latchkey/client')
  return names.map((one) => (one.startsWith('@') ? (one.split('/')[0] ?? '') : one))
}

const person = { username: 'grace', email: 'grace@example.com', password: 'correct horse battery' }

for (const [name, program] of [
  ['express', 'server.js'],
  ['fastify', 'server.js'],
  ['hono', 'node-server.js'],
  ['hono', 'serve-worker.js'],
] as const)
  test(`the example for ${name} signs in through the hosted pages, knows and forgets a person: ${program}`, async () => {
    await using example = await startExample(name, { program, framework: name })
    await signUpAt(example.latchkey, person)
    const system = { authUrl: example.latchkey.auth }
    const browser = plainBrowser(system)
    const visitor = hostedVisitor(system, appAt(example.origin), browser)
    const text = async (path: string) => (await visitor.send(path)).text()
    assert.match(await text('/'), /<a href="\/auth\/sign-in">Sign in/)
    await signInOnPage(system, browser, person)
    const account = await visitor.open('/account')
    assert.equal(account.path, '/account')
    assert.equal(((await account.json()) as { username: string }).username, 'grace')
    assert.match(await text('/'), /Hello grace/)
    assert.equal((await visitor.send('/admin')).status, 403)
    const thief = hostedVisitor(system, appAt(example.origin))
    for (const [one, value] of visitor.cookies) thief.cookies.set(one, value)
    const out = await visitor.send('/auth/logout', { method: 'POST', body: new URLSearchParams() })
    const { url, page } = await browser.follow(out.headers.get('location') ?? '')
    assert.equal(page, undefined, 'the session at Latchkey has ended, too')
    assert.equal((await visitor.open(url.pathname + url.search)).path, '/')
    assert.doesNotMatch(await (await thief.send('/')).text(), /grace/)
  })

for (const name of ['express', 'fastify', 'hono', 'own-forms'])
  test(`the example for ${name} is made of the versions that were tested`, () => {
    const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
    const { dependencies } = read(`examples/${name}/package.json`)
    const own = read('package.json')
    for (const [one, version] of Object.entries(dependencies)) {
      if (one === '@latchkey/client') assert.equal(version, own.version)
      else assert.equal(version, own.dependencies[one] ?? own.devDependencies[one], one)
    }
  })

const chromium = findChromium()

test('in a real browser, forms log in and out, scripts see no token, and other origins can do nothing', {
  skip: chromium ? false : 'there is no Chromium on this machine',
}, async () => {
  await using example = await startExample('own-forms')
  await using browser = await startBrowser(chromium ?? '')
  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`${example.origin}/account`)
  assert.equal(
    page.url(),
    `${example.origin}/login?return_to=%2Faccount`,
    'a page that needs a login leads there',
  )
  await page.goto(`${example.origin}/signup`)
  await page.fill('[name=username]', person.username)
  await page.fill('[name=email]', person.email)
  await page.fill('[name=password]', person.password)
  await page.click('text=Go on')
  await page.waitForURL(`${example.origin}/account`)
  assert.match(await page.innerText('body'), /grace, user/)

  const [cookie] = await context.cookies()
  const { name, httpOnly, secure, sameSite, path } = cookie ?? {}
  assert.deepEqual(
    { name, httpOnly, secure, sameSite, path },
    { name: '__Host-latchkey-session', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' },
  )
  assert.equal(await page.evaluate('document.cookie'), '')
  await attackFrom(example.latchkey, example.origin, context)
  await page.goto(example.origin)
  assert.match(await page.innerText('body'), /Hello grace/, 'still logged in, and as the same person')

  await page.click('text=Log out')
  await page.goto(`${example.origin}/account`)
  await page.fill('[name=username]', person.username)
  await page.fill('[name=password]', 'wrong')
  await page.click('text=Go on')
  assert.match(await page.innerText('[role=alert]'), /wrong/)
  await page.fill('[name=username]', person.username)
  await page.fill('[name=password]', person.password)
  await page.click('text=Go on')
  await page.waitForURL(`${example.origin}/account`)
})

type Context = Awaited<ReturnType<Awaited<ReturnType<typeof startBrowser>>['newContext']>>

/**
 * Opens pages that send the forms of an attacker: a page of another site (127.0.0.1), and a page of the same site on
 * another port (localhost). The pages are at the port of Latchkey, in place of a server of the attacker.
 */
async function attackFrom({ auth }: Started, origin: string, context: Context): Promise<void> {
  const { port } = new URL(auth)
  for (const attacker of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
    for (const route of ['login', 'logout', 'sessions/revoke']) {
      const page = await context.newPage()
      await page.route(`${attacker}/evil`, (one) =>
        one.fulfill({
          contentType: 'text/html',
          body: `<form method="post" action="${origin}/auth/${route}">
            <input name="username" value="grace"><input name="password" value="${person.password}">
            <input name="scope" value="all"><button>Win</button></form>`,
        }),
      )
      await page.goto(`${attacker}/evil`)
      const [reply] = await Promise.all([
        page.waitForResponse((one) => one.url().startsWith(origin)),
        page.click('text=Win'),
      ])
      assert.equal(reply.status(), 403, `${attacker} ${route}`)
      assert.match(await page.innerText('body'), /Only pages of/)
      await page.close()
    }
  }
}
