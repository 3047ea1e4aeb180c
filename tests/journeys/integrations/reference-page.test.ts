import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { authEndpoints } from '#contract/auth.ts'
import { type Endpoint, isForClients } from '#contract/declaration/endpoint.ts'
import { healthEndpoints } from '#contract/system/health.ts'
import { userEndpoints } from '#contract/users.ts'
import { readGuides } from '#runtime/docs/guides.ts'
import { encodingFor } from '#runtime/docs/kept-reply.ts'
import { violationsOn } from '#tests/support/axe.ts'
import { findChromium, startBrowser, takePicture } from '#tests/support/chromium.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { unescapeHtml } from '#tests/support/unescape-html.ts'

let system: System
before(async () => {
  system = await startSystem()
})
after(() => system.stop())

/** Returns how often each word is in a text. */
function wordsOf(shown: string): Record<string, number> {
  const words: Record<string, number> = {}
  for (const word of shown.match(/\p{Letter}{3,}/gu) ?? []) words[word] = (words[word] ?? 0) + 1
  return words
}

/** Returns the text that a page shows, without the line of links at its top. */
const shownBy = (page: string): string =>
  unescapeHtml(page.replace(/^[\s\S]*?<\/p>\n/, '').replace(/<[^>]*>/g, ' '))

/** Returns the text of a Markdown document without its markup, comments and link targets. Code stays unchanged. */
const shownIn = (markdown: string): string =>
  markdown
    .split(/^ *```\w*\n([\s\S]*?)^ *```$/m)
    .map((part, place) =>
      place % 2 === 1
        ? part
        : part
            .replace(/<!--[\s\S]*?-->/g, '')
            .replace(/\]\([^)\s]*\)/g, '')
            .replaceAll('<br>', ' ')
            .replaceAll('&lt;', '<'),
    )
    .join('\n')

/** Sends a GET and returns the reply as it was sent: `fetch` would decompress it. */
async function getRaw(path: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>()
  get(`${system.usersUrl}${path}`, { headers }, resolve).on('error', reject)
  const reply = await promise
  return { status: reply.statusCode, headers: reply.headers, body: await buffer(reply) }
}

const text = async (path: string): Promise<string> => (await getRaw(path)).body.toString()

describe('the reference', () => {
  const paths = [
    '/docs',
    '/openapi.json',
    '/llms.txt',
    '/problems/token_invalid',
    '/docs/guide/webhooks',
    '/docs/guide/webhooks.md',
    '/docs/tutorials/first-login',
  ]

  test('is compressed for a client that takes it so, and is the same text', async () => {
    for (const path of paths) {
      const plain = await getRaw(path)
      assert.deepEqual([plain.status, plain.headers['content-encoding']], [200, undefined], path)
      for (const [encoding, decompress] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const { headers, body } = await getRaw(path, { 'accept-encoding': encoding })
        assert.deepEqual([headers['content-encoding'], headers.vary], [encoding, 'accept-encoding'], path)
        assert.ok(decompress(body).equals(plain.body), path)
        assert.ok(body.length < plain.body.length, path)
        assert.notEqual(headers.etag, plain.headers.etag)
      }
    }
  })

  test('chooses the encoding by the weights of the client', () => {
    for (const [accepted, encoding] of [
      [undefined, 'identity'],
      ['', 'identity'],
      ['identity', 'identity'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['GZIP;q=0.5', 'gzip'],
      ['br;q=0.2, gzip;q=0.8', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['br;q=0, gzip;q=0', 'identity'],
      ['*', 'br'],
      ['*;q=0', 'identity'],
      ['br;q=x', 'identity'],
    ] as const)
      assert.equal(encodingFor(accepted), encoding, accepted)
  })

  test('is not sent again to a client that has it', async () => {
    for (const path of paths) {
      const { headers } = await getRaw(path, { 'accept-encoding': 'br' })
      assert.equal(headers['cache-control'], 'no-cache')
      for (const known of [`${headers.etag}`, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
        const again = await getRaw(path, { 'accept-encoding': 'br', 'if-none-match': known })
        assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, headers.etag], path)
      }
      const other = await getRaw(path, { 'accept-encoding': 'br', 'if-none-match': '"other"' })
      assert.equal(other.status, 200)
    }
  })

  test('is small: the page has at most 120 KB compressed, and loads nothing but icon and font of this origin', async () => {
    const { body } = await getRaw('/docs', { 'accept-encoding': 'gzip' })
    // The page lists every endpoint of both services, so it grows with them: 100 KB held up to the endpoints of the branding.
    assert.ok(body.length < 120_000, `${body.length} bytes`)
    const page = gunzipSync(body).toString()
    const [icon, font] = [/<link rel="icon" href="([^"]+)">/, /url\("([^"]+)"\)/].map(
      (one) => one.exec(page)?.[1],
    )
    for (const file of [icon, font]) assert.match(file ?? '', /^account\/assets\/[0-9a-f]+\/[a-z.0-9]+$/)
    const others = page.replace(/<link rel="icon"[^>]*>/, '').replace(/@font-face\{[^}]*\}/, '')
    assert.doesNotMatch(others, /<link|<img|<iframe| src=| style="|@import|url\(/)
  })

  test('runs its own script and no other', async () => {
    const { headers, body } = await getRaw('/docs')
    const policy = String(headers['content-security-policy'])
    const [script = '', ...others] = [...`${body}`.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, content]) => content,
    )
    assert.deepEqual(others, [])
    const hash = createHash('sha256').update(script).digest('base64')
    assert.ok(policy.split('; ').includes(`script-src 'sha256-${hash}'`), policy)
    assert.doesNotMatch(policy, /unsafe|\*/)
  })

  test('has each operation once, with all its paths, an example for curl, and one for TypeScript', async () => {
    const page = await text('/docs')
    const endpoints: Endpoint[] = [...userEndpoints, ...authEndpoints, ...healthEndpoints].filter(
      isForClients,
    )
    for (const { name, paths, method } of endpoints) {
      const [section = '', ...others] = page
        .split(/(?=<section id=)/)
        .filter((one) => one.startsWith(`<section id="${name}"`))
      assert.deepEqual(others, [], name)
      for (const path of paths)
        assert.ok(section.includes(`${method}</span> <code>${path}</code>`), `${name} ${path}`)
      assert.match(section, /<code>curl /, name)
      assert.ok(section.includes(`client.${name}(`), name)
    }
  })

  test('has no link that leads nowhere', async () => {
    const page = await text('/docs')
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = new Set([...page.matchAll(/ href="([^"]+)"/g)].map(([, link = '']) => link))
    assert.equal(ids.size, [...page.matchAll(/ id="/g)].length, 'every id is there once')
    for (const link of links) {
      if (link.startsWith('#')) assert.ok(ids.has(link.slice(1)), link)
      else assert.equal((await getRaw(new URL(link, 'http://localhost/docs').pathname)).status, 200, link)
    }
    assert.ok(links.size > 200, 'the check has something to look at')
    const index = await text('/llms.txt')
    for (const [, link = ''] of index.matchAll(/\]\(([^)]+)\)/g))
      assert.equal((await getRaw(link)).status, 200, link)
  })

  test('has the documents as pages, with all their words, whose links lead to what is served here', async () => {
    const idsOf = (page: string) => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const guides = [...(await readGuides()).values()]
    const pages = new Map<string, string>()
    for (const { path } of guides) pages.set(path, await text(path))
    for (const { path, markdown } of guides) {
      const page = pages.get(path) ?? ''
      const prose = page.replace(/<code>[\s\S]*?<\/code>/g, '')
      assert.doesNotMatch(prose, /<script|\]\(|\*\*|```/, path)
      assert.deepEqual(wordsOf(shownBy(page)), wordsOf(shownIn(markdown)), path)
      assert.equal(await text(`${path}.md`), markdown)
      assert.ok(page.includes('</h1>') && markdown.startsWith('# '), path)
      for (const [, link = ''] of page.matchAll(/<a href="([^"]+)"/g)) {
        const [to = '', anchor] = link.split('#')
        if (/^https?:/.test(link) || link === '/docs' || link === `${path}.md`) continue
        const target = pages.get(to === '' ? path : to)
        assert.ok(target, `${path} -> ${link}`)
        if (anchor !== undefined) assert.ok(idsOf(target).has(anchor), `${path} -> ${link}`)
      }
    }
    assert.ok(pages.size > 15, 'the check has something to look at')
  })

  test('gives no file but the guides', async () => {
    for (const path of ['x.md', '..%2f..%2fREADME.md', '%2e%2e/%2e%2e/README.md', '__proto__'])
      assert.equal((await getRaw(`/docs/guide/${path}`)).status, 404, path)
  })
})

const chromium = findChromium()

describe('the reference page in a browser', {
  skip: chromium ? false : 'there is no Chromium on this machine',
}, () => {
  let browser: Browser
  before(async () => {
    browser = await startBrowser(chromium ?? '')
  })
  after(() => browser?.close())

  const devices = [
    ['phone', 360, 740],
    ['desktop', 1366, 900],
  ] as const

  async function visit(path: string, { scripts = true, device = 'desktop', scheme = 'light' } = {}) {
    const [, width, height] = devices.find(([name]) => name === device) ?? devices[1]
    const context = await browser.newContext({
      viewport: { width, height },
      javaScriptEnabled: scripts,
      colorScheme: scheme === 'dark' ? 'dark' : 'light',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') refused.push(message.text())
    })
    page.on('pageerror', (error) => refused.push(error.message))
    await page.goto(`${system.usersUrl}${path}`)
    return { page, refused, [Symbol.asyncDispose]: () => context.close() }
  }

  // The layout does not depend on the colour scheme, and the colours do not depend on the device. Two combinations are
  // therefore enough to check all of both.
  for (const path of ['/docs', '/docs?q=webhook', '/docs/guide/webhooks', '/problems/token_invalid'])
    for (const [device, scheme] of [
      ['phone', 'light'],
      ['desktop', 'dark'],
    ] as const)
      test(`${path} is accessible (WCAG 2.2 AA by axe) and not too wide, on a ${scheme} ${device}`, async () => {
        await using visited = await visit(path, { device, scheme })
        const { page, refused } = visited
        await takePicture(page, `${path.slice(1).replaceAll(/\W/g, '-')}-${device}-${scheme}`)
        assert.deepEqual(await violationsOn(page), [])
        const isTooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
        assert.equal(await page.evaluate(isTooWide), false)
        // The width is checked again with all details open, because their tables are the widest part.
        await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true })')
        assert.equal(await page.evaluate(isTooWide), false, 'with all details open')
        assert.deepEqual(refused, [])
      })

  test('the filter shows what has all words, and a link to something else takes it back', async () => {
    await using visited = await visit('/docs')
    const { page, refused } = visited
    const field = page.getByLabel('Find an operation')
    const shown = () => page.locator('main section[data-find]:visible h3').allInnerTexts()
    const all = (await shown()).length
    await field.fill('webhook secret')
    assert.deepEqual((await shown()).slice(0, 2), ['Create a webhook', 'Rotate the secret of a webhook'])
    assert.ok((await shown()).length < 6)
    assert.match(await page.getByRole('status').innerText(), /^\d of \d+$/)
    assert.equal(await page.getByRole('navigation').getByText('Sign up', { exact: true }).isVisible(), false)
    await page.evaluate('location.hash = "#createUser"')
    await page.locator('#createUser').waitFor({ state: 'visible' })
    assert.equal((await shown()).length, all)
    await field.fill('no such thing')
    assert.deepEqual(await shown(), [])
    assert.deepEqual(refused, [])
  })

  test('without scripts the search leads to the page of a result', async () => {
    await using visited = await visit('/docs', { scripts: false })
    const { page, refused } = visited
    await page.getByLabel('Search the documentation').fill('rotate keys')
    await page.getByRole('button', { name: 'Search' }).click()
    await page
      .getByRole('link', { name: /Changing secrets|Rotate secrets/ })
      .first()
      .click()
    await page.waitForURL(/\/docs\/guide\/rotating-secrets/)
    assert.deepEqual(refused, [])
  })

  test('without scripts everything is there but the filter', async () => {
    await using visited = await visit('/docs#logIn', { scripts: false })
    const { page } = visited
    assert.equal(await page.getByLabel('Find an operation').isVisible(), false)
    assert.equal(await page.locator('#logIn').isVisible(), true)
    await page.getByRole('navigation').getByText('Sign up', { exact: true }).click()
    await page.waitForURL(/#createUser$/)
  })
})
