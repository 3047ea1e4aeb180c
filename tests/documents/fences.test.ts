import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { allSettings } from '#cli/settings/all-settings.ts'
import { applicationEnvironment } from '#contract/rules/application-environment.ts'
import { installClient } from '#tests/support/client-package.ts'
import { type Fence, fencesOf, markdownFiles, readPage, root } from './markdown.ts'
import { fileNameOf, walk } from './walk.ts'

const tutorials = 'tests/documents/tutorials.test.ts'
/** The test files that run the code blocks of a page in the given languages, in place of this one. */
const otherTests: Record<string, { file: string; languages: readonly string[] }> = {
  'ARCHITECTURE.md': { file: 'tests/tidy.test.ts', languages: ['text'] },
  'docs/guide/proxies.md': {
    file: 'tests/journeys/system/proxies.test.ts',
    languages: ['nginx', 'caddy', 'haproxy', 'lua'],
  },
  'docs/tutorials/express.md': { file: tutorials, languages: ['js', 'sh', 'console'] },
  'docs/tutorials/fastify.md': { file: tutorials, languages: ['js'] },
  'docs/tutorials/hono.md': { file: tutorials, languages: ['js'] },
  'docs/tutorials/single-page-app.md': {
    file: 'tests/journeys/oidc/single-page-app.test.ts',
    languages: ['ts', 'html'],
  },
}

/** The documents whose code blocks are run. Decisions are left out, because they show what was true when they were made. */
const pages = markdownFiles
  .filter((page) => !page.startsWith('docs/decisions/'))
  .map((page) => ({ page, fences: fencesOf(readPage(page)) }))

const isRunElsewhere = (page: string, { language }: Fence): boolean =>
  otherTests[page]?.languages.includes(language) === true

/** Returns the blocks of a page that this file runs. */
const runHere = ({ page, fences }: (typeof pages)[number]): Fence[] =>
  fences.filter((fence) => fence.notRun === undefined && !isRunElsewhere(page, fence))

const isCommands = ({ language }: Fence): boolean => language === 'console' || language === 'sh'
const shown = /^(?:\/\/|#) (?:after|from): (\S+)\n([\s\S]*)/m
/** Returns whether a block repeats code of a file in the repository, which a comment in the block names. */
const isShown = ({ content }: Fence): boolean => shown.test(content)
const isTyped = (fence: Fence): boolean => ['ts', 'tsx'].includes(fence.language) && !isShown(fence)
const isNamed = (fence: Fence, all: readonly Fence[]): boolean =>
  all.some((other) => isCommands(other) && other.content.includes(fileNameOf(fence) ?? '\n'))

/** Returns whether a test in this file checks a block: runs it, checks its types, or reads it. */
const isRun = (fence: Fence, all: readonly Fence[]): boolean =>
  isCommands(fence) || isTyped(fence) || isShown(fence) || fence.language === 'json' || isNamed(fence, all)

test('every code block is run, or says above itself why not: <!-- not run: reason -->', () => {
  const forgotten = pages.flatMap((one) =>
    runHere(one)
      .filter((fence) => !isRun(fence, runHere(one)))
      .map(({ line, language }) => `${one.page}:${line} ${language || 'a block without a language'}`),
  )
  assert.deepEqual(forgotten, [])
  assert.ok(pages.flatMap(runHere).length > 40, 'the check has something to look at')
  const reasons = pages.map(({ page }) => readPage(page).match(/^ *<!-- not run\b/gm)?.length ?? 0)
  assert.deepEqual(
    pages.map(({ fences }) => fences.filter(({ notRun }) => notRun !== undefined).length),
    reasons,
    'A reason stands directly above its block.',
  )
})

test('a test that is said to run the blocks of a page reads that page', () => {
  for (const [page, { file, languages }] of Object.entries(otherTests)) {
    const text = readPage(file)
    const [folder = '', name = ''] = page.replace(/\.md$/, '').split(/\/(?=[^/]*$)/)
    for (const word of [folder, name]) assert.ok(text.includes(word), `${file} has ${word}`)
    const used = new Set(pages.find((one) => one.page === page)?.fences.map(({ language }) => language))
    assert.deepEqual(
      languages.filter((language) => !used.has(language)),
      [],
      page,
    )
  }
})

test('every json block can be parsed', () => {
  for (const one of pages)
    for (const { language, line, content } of runHere(one))
      if (language === 'json') assert.doesNotThrow(() => JSON.parse(content), `${one.page}:${line}`)
})

const flush = (text: string): string => text.trim().replace(/^[ \t]+/gm, '')

test('code that is shown as that of a file stands there', () => {
  const blocks = pages.flatMap((one) => runHere(one).filter(isShown))
  for (const { content } of blocks) {
    const [, file = '', code = ''] = shown.exec(content) ?? []
    assert.ok(flush(readPage(file)).includes(flush(code)), `${file} has no longer:\n${code}`)
  }
  assert.ok(blocks.length >= 3, 'the check has something to look at')
})

test('every npm script and every test file in a code block is one that there is', () => {
  const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> }
  const isForeign = (page: string) => page.startsWith('docs/tutorials/') || page.startsWith('examples/')
  const named = pages
    .filter(({ page }) => !isForeign(page))
    .flatMap(({ fences }) => fences.filter(isCommands).map(({ content }) => content))
    .join('\n')
  const used = [...named.matchAll(/\bnpm run (?:--silent )?([\w-]+)/g)].map(([, name = '']) => name)
  assert.deepEqual(
    used.filter((name) => !Object.hasOwn(scripts, name)),
    [],
  )
  const files = named.match(/\btests\/\S+\.ts\b/g) ?? []
  assert.deepEqual(
    files.filter((file) => !existsSync(join(root, file))),
    [],
  )
  assert.ok(used.length > 0 && files.length > 0, 'the check has something to look at')
})

test('every setting in a code block is one that there is', () => {
  const known = new Set<string>([
    ...Object.values(allSettings).map(({ name }) => name),
    ...Object.values(applicationEnvironment),
  ])
  const unknown = pages.flatMap(({ page, fences }) =>
    fences
      .flatMap(({ content }) => content.match(/\bLATCHKEY_[A-Z_]+/g) ?? [])
      // A setting may also be named with the ending `_FILE`. `LATCHKEY_API_KEY` is a variable of the reader's own program.
      .filter((name) => !known.has(name.replace(/_FILE$/, '')) && name !== 'LATCHKEY_API_KEY')
      .map((name) => `${page}: ${name}`),
  )
  assert.deepEqual(unknown, [])
})

test('every ts block has the types that it says', async () => {
  const folder = join(root, '.cache/documents')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await installClient(folder)
  for (const one of pages)
    for (const fence of runHere(one).filter(isTyped)) {
      const name = `${one.page.replaceAll(/[/.]/g, '-')}-${fence.line}.${fence.language}`
      writeFileSync(join(folder, name), fence.content)
    }
  const settings = {
    extends: '../../tsconfig.json',
    compilerOptions: { lib: ['es2024', 'esnext.disposable', 'dom'] },
    include: ['.'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const { stdout, status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout)
  rmSync(folder, { recursive: true })
})

const hasCurl = spawnSync('curl', ['--version']).status === 0
for (const one of pages.filter((page) => runHere(page).some(isCommands))) {
  test(
    `the commands in ${one.page} do what it says`,
    {
      skip: hasCurl ? false : 'there is no curl on this machine',
    },
    () => walk(runHere(one)),
  )
}
