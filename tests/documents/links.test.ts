import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { mapHeadings } from './map-headings.ts'
import { anchorsOf, linksOf, markdownFiles, readPage, root } from './markdown.ts'

const isExternal = (target: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(target)

/** Returns what is wrong with a link within the repository; undefined if it leads somewhere. */
function fault(page: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)))
  if (path.startsWith('/') || file.startsWith('..')) return 'it leaves the repository'
  if (!existsSync(join(root, file))) return 'there is no such file'
  if (anchor === undefined) return undefined
  if (!file.endsWith('.md') || statSync(join(root, file)).isDirectory()) return 'only a page has anchors'
  return anchorsOf(readPage(file)).has(anchor) ? undefined : 'the page has no such heading'
}

test('no document links to a file or heading that is not there', () => {
  const links = markdownFiles.flatMap((page) =>
    linksOf(readPage(page))
      .filter((target) => !isExternal(target))
      .map((target) => ({ page, target })),
  )
  const broken = links.flatMap(({ page, target }) => {
    const found = fault(page, target)
    return found ? [`${page}: (${target}) ${found}`] : []
  })
  assert.deepEqual(broken, [])
  assert.ok(links.length > 80, 'the check has something to look at')
})

test('the map of the documents lists every page once, under one of its eight headings', () => {
  const guides = mapHeadings.filter((heading) => heading !== 'Reference' && heading !== 'Explanations')
  const headings: Record<string, readonly string[]> = {
    tutorials: ['Get started'],
    guide: guides,
    reference: ['Reference'],
    explanation: ['Explanations'],
  }
  const sections = readPage('docs/README.md').split(/^## /m).slice(1)
  const listed = sections.flatMap((section) => {
    const [heading = ''] = section.split('\n')
    const targets = linksOf(section).filter((target) => /^[a-z]+\/.*\.md$/.test(target))
    return targets.map((page) => ({ heading, page }))
  })
  assert.deepEqual(
    sections.map((section) => section.split('\n')[0]),
    mapHeadings,
  )
  const pages = markdownFiles
    .filter((page) => /^docs\/(?!decisions\/|contributing\/).*\//.test(page))
    .map((page) => page.slice('docs/'.length))
  assert.deepEqual(listed.map(({ page }) => page).sort(), pages.sort(), 'List the page in docs/README.md.')
  assert.deepEqual(
    listed.filter(({ heading, page }) => !headings[page.split('/')[0] ?? '']?.includes(heading)),
    [],
    'A page stands under a heading for its folder.',
  )
})

test('every link out of the documents is a whole https address, or one of this machine', () => {
  const external = markdownFiles.flatMap((page) =>
    linksOf(readPage(page))
      .filter(isExternal)
      .map((target) => ({ page, target })),
  )
  const isGood = (target: string) =>
    URL.canParse(target) &&
    (/^https:\/\/[a-z0-9.-]+\.[a-z]+(\/|$)/.test(target) || /^http:\/\/localhost[:/]/.test(target))
  assert.deepEqual(
    external.filter(({ target }) => !isGood(target)),
    [],
  )
  assert.ok(external.length > 0, 'the check has something to look at')
})

test('a broken link, heading and address would be found', () => {
  assert.deepEqual(linksOf('[a](b.md#c) ![d](e.svg "f") `[g](h)`\n```sh\n[i](j)\n```\n[k]: https://l.m/'), [
    'b.md#c',
    'e.svg',
    'https://l.m/',
  ])
  assert.deepEqual(
    [...anchorsOf('# `A` (b), c_d!\n## A b\n## A b\n```sh\n# no\n```\n')],
    ['a-b-c_d', 'a-b', 'a-b-1'],
  )
  assert.equal(fault('README.md', 'nothing.md'), 'there is no such file')
  assert.equal(fault('README.md', 'STYLE.md#nothing'), 'the page has no such heading')
  assert.equal(fault('docs/guide/mail.md', '../../../x'), 'it leaves the repository')
  assert.equal(fault('docs/guide/mail.md', '../../STYLE.md#how-code-reads-here'), undefined)
})

test('the pictures of the documents load quickly: each has less than 150 kB', () => {
  for (const name of readdirSync(join(root, 'docs/pictures')))
    assert.ok(statSync(join(root, 'docs/pictures', name)).size < 150_000, name)
})
