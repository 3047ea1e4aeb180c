import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { fencesOf, readPage, root } from '#tests/documents/markdown.ts'
import { findChromium, startBrowser } from '#tests/support/chromium.ts'
import { installClient } from '#tests/support/client-package.ts'
import { servePages } from '#tests/support/page-server.ts'
import { freePorts } from '#tests/support/process.ts'
import { startSystem } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const example = 'examples/single-page-app'
const source = (path: string): string => readFileSync(join(root, example, path), 'utf8')

/** Copies the example into a folder of its own, with the client package. */
async function placeExample(): Promise<string> {
  const folder = join(temporaryFolder(), 'app')
  mkdirSync(folder)
  cpSync(join(root, example), folder, { recursive: true })
  await installClient(folder, [])
  return folder
}

/** Builds the example with esbuild in place of Vite. As Vite does, it writes the settings of `.env` into the script and page. */
async function built(latchkeyUrl: string): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: await placeExample(),
    entryPoints: ['src/main.ts'],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    define: { 'import.meta.env.VITE_LATCHKEY_URL': JSON.stringify(latchkeyUrl) },
    write: false,
    logLevel: 'warning',
  })
  const page = source('index.html')
    .replaceAll('%VITE_LATCHKEY_URL%', latchkeyUrl)
    .replace('/src/main.ts', '/main.js')
  return { '/': page, '/main.js': outputFiles[0]?.text ?? '' }
}

const executable = findChromium()
const inBrowser = {
  skip: executable ? false : 'there is no Chromium on this machine; LATCHKEY_TEST_CHROMIUM can name one',
}

async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const hello = (page: Page, name: string) => page.getByRole('heading', { name: `Hello, ${name}` }).waitFor()
const message = (page: Page, text: string) => page.getByText(text).waitFor()
const form = (page: Page) => page.getByRole('button', { name: 'Sign in' }).waitFor()

test('people sign in to the example, stay signed in, and sign out in every tab', inBrowser, async () => {
  const [port = 0] = await freePorts(1)
  const pagesUrl = `http://127.0.0.1:${port}`
  await using system = await startSystem({ settings: { LATCHKEY_BROWSER_ORIGINS: pagesUrl } })
  let isAway = false
  await using latchkey = await startProxy(system.usersUrl, (sent, link) => {
    if (!isAway) return sent
    link.cut()
    return undefined
  })
  await using _pages = await servePages(await built(new URL(latchkey.url).origin), port)
  await using browser = await startBrowser(executable ?? '')
  const context = await browser.newContext()
  context.setDefaultTimeout(90_000)
  const [one, two] = [await context.newPage(), await context.newPage()]
  const blocked: string[] = []
  one.on('console', (line) => {
    if (/Content.Security.Policy/i.test(line.text())) blocked.push(line.text())
  })
  const ada = await system.signUp('ada')
  await one.goto(pagesUrl)
  await two.goto(pagesUrl)
  await signIn(one, { ...ada, password: 'a wrong password' })
  await message(one, 'The username or the password is wrong.')
  await signIn(one, ada)
  await hello(one, 'ada')
  await one.getByText('(this one)').waitFor()
  await hello(two, 'ada')
  await one.reload()
  await hello(one, 'ada')

  isAway = true
  latchkey.cut()
  await two.getByRole('button', { name: 'Sign out everywhere' }).click()
  await message(two, 'Latchkey is not reachable. Try again.')
  await hello(two, 'ada')
  isAway = false

  await two.getByRole('button', { name: 'Sign out', exact: true }).click()
  await form(two)
  await form(one)
  await signIn(two, ada)
  await hello(one, 'ada')
  const { access_token: token } = await system.admin()
  const suspended = { token, body: { status: 'suspended' } }
  await system.send('PATCH', `${system.usersUrl}/api/v1/users/${ada.id}`, suspended)
  // Either tab may notice the suspension first, even before the reload. Only the other tab is checked for the reason,
  // because the reload makes the first tab forget it.
  await one.reload()
  await message(two, 'You were signed out: user_suspended.')
  await form(one)
  assert.deepEqual(blocked, [])
})

test('the example has the types that the client package says', async () => {
  const folder = await placeExample()
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], {
    encoding: 'utf8',
  })
  assert.deepEqual([status, stdout], [0, ''])
})

test('whoever types the blocks of the tutorial in order has the example', () => {
  const shown = fencesOf(readPage('docs/tutorials/single-page-app.md'))
  const [page, session, ...main] = shown
    .filter(({ language }) => ['ts', 'html'].includes(language))
    .map(({ content }) => content)
  assert.equal(page, source('index.html'))
  assert.equal(session, source('src/session.ts'))
  assert.equal(main.join('\n'), source('src/main.ts'))
  const url = /^VITE_LATCHKEY_URL=.*$/m.exec(source('.env'))?.[0] ?? 'no url'
  assert.ok(shown.some(({ content }) => content.includes(url)))
})
