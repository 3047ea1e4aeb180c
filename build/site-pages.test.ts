import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { mapHeadings } from '#tests/documents/map-headings.ts'
import { anchorsOf, linksOf } from '#tests/documents/markdown.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { readSite, withRelativeLinks } from './site-pages.ts'

const root = new URL('../', import.meta.url).pathname
const { pages, sidebar, images } = readSite(root)

/** Makes the site of documents that are given by their paths. */
function siteOf(documents: Record<string, string>) {
  const folder = temporaryFolder()
  const none = ['ARCHITECTURE', 'CHANGELOG', 'CONTRIBUTING', 'SECURITY', 'STYLE', 'sdk/README']
  const empty = Object.fromEntries(none.map((name) => [`${name}.md`, `# ${name}\n`]))
  const folders = ['tutorials', 'guide', 'reference', 'explanation', 'decisions']
  for (const name of folders) mkdirSync(join(folder, 'docs', name), { recursive: true })
  for (const [path, text] of Object.entries({ ...empty, 'docs/README.md': '# Map\n', ...documents })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const site = readSite(folder)
  rmSync(folder, { recursive: true })
  return Object.fromEntries(site.pages.map(({ path, text }) => [path, text]))
}

test('a page has the title of its first heading, and the first paragraph as its description', () => {
  const site = siteOf({ 'docs/guide/mail.md': '# `Mail` for all\n\nSends [it](tls.md)\n*now*.\n\n## More\n' })
  assert.equal(
    site['guide/mail.md'],
    '---\ntitle: "Mail for all"\ndescription: "Sends it now."\n---\n\nSends it\n*now*.\n\n## More\n',
  )
})

test('links between documents lead to pages, and those to source files are text', () => {
  const site = siteOf({
    'docs/guide/tls.md': '# TLS\n\n## Two machines\n',
    'docs/guide/mail.md': [
      '# Mail',
      '[a](tls.md#two-machines) [b](#x) [`c`](../README.md) [d](../decisions) [e](../../sdk/README.md#calls)',
      '[f](../../examples/hono) [g](https://example.com/) `[h](tls.md)` ![i](gone.svg)',
      '```sh\n[j](tls.md)\n```\n',
    ].join('\n'),
  })
  assert.equal(
    site['guide/mail.md']?.split('---\n\n')[1],
    [
      '[a](/guide/tls/#two-machines) [b](/guide/mail/#x) [`c`](/) [d](/decisions/) [e](/reference/client-library/#calls)',
      'f [g](https://example.com/) `[h](tls.md)` i',
      '```sh\n[j](tls.md)\n```\n',
    ].join('\n'),
  )
})

test('a comment of a document, such as why a block is not run, is not on its page', () => {
  const site = siteOf({
    'docs/guide/mail.md': '# Mail\n\n<!-- not run: why -->\n```sh\nx\n```\n`<!-- shown -->`\n',
  })
  assert.match(site['guide/mail.md'] ?? '', /\n```sh\nx\n```\n`<!-- shown -->`\n$/)
  assert.doesNotMatch(site['guide/mail.md'] ?? '', /not run/)
})

test('every link of the site leads to a page and a heading that it has', () => {
  const anchors = new Map(
    pages.map(({ path, text }) => [
      `/${path}`.replace(/(?<=\/)index\.md$|\.md$/, '').replace(/\/?$/, '/'),
      anchorsOf(text),
    ]),
  )
  const links = pages.flatMap(({ path, text }) =>
    linksOf(text)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => ({ path, target })),
  )
  const shown = new Set([...images.values()].map((path) => `/${path}`))
  const broken = links.filter(({ target }) => {
    const [page = '', anchor] = target.split('#')
    const known = anchors.get(page)
    return !shown.has(target) && (known === undefined || (anchor !== undefined && !known.has(anchor)))
  })
  assert.deepEqual(broken, [])
  assert.ok(links.length > 300 && shown.size > 0, 'the check has something to look at')
})

test('the sidebar has the eight headings of the map, each with links to pages', () => {
  assert.deepEqual(
    sidebar.map(({ label }) => label),
    mapHeadings,
  )
  for (const { label, items } of sidebar) {
    assert.ok(items.length > 1, label)
    for (const { link } of items) assert.match(link, /^\/[\w/-]+\/$/, label)
  }
})

test('the links of a built page are relative, so that it can be opened from the folder', () => {
  const html =
    '<a href="/guide/tls/#a"><a href="/"><script src="/_astro/x.js"><a href="https://a.example/"><a href="#b">'
  assert.equal(
    withRelativeLinks(html, 'guide/mail/index.html'),
    '<a href="../../guide/tls/index.html#a"><a href="../../index.html"><script src="../../_astro/x.js"><a href="https://a.example/"><a href="#b">',
  )
  assert.match(withRelativeLinks(html, 'index.html'), /href="\.\/guide\/tls\/index\.html#a"/)
})
