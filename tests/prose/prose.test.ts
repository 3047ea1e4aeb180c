import assert from 'node:assert/strict'
import { test } from 'node:test'
import { source } from '#tests/sources.ts'
import { findTerms } from './find-terms.ts'
import { wrongInPages, wrongTerms } from './terms.ts'
import { readTextFile, textFiles } from './texts.ts'

const notYetClean = source('tests/prose/not-yet-clean.txt').split('\n').filter(Boolean)

const termsFor = (file: string) =>
  /^(console|auth\/pages)\/texts\//.test(file) ? [...wrongTerms, ...wrongInPages] : wrongTerms

/** Not awaited here: files of tests that share a process are loaded by `require`, which refuses that. */
const findAll = Promise.all(
  textFiles.map(async (file) => [file, await findTerms(file, readTextFile(file), termsFor(file))] as const),
).then((terms) => new Map(terms))

test('no text has a term that docs/contributing/words.md rules out', async () => {
  const found = await findAll
  const wrong = [...found]
    .filter(([file]) => !notYetClean.includes(file))
    .flatMap(([file, terms]) => terms.map(({ line, message }) => `${file}:${line} ${message}`))
  assert.deepEqual(wrong, [])
  assert.ok(found.size > 500, 'the check has something to look at')
})

test('the list of files that are not yet clean only shrinks', async () => {
  const found = await findAll
  const clean = notYetClean.filter((file) => (found.get(file)?.length ?? 0) === 0)
  assert.deepEqual(
    clean,
    [],
    'These files are clean or gone. Remove their lines from tests/prose/not-yet-clean.txt.',
  )
  assert.deepEqual(notYetClean, [...new Set(notYetClean)].sort(), 'each file once, sorted')
})

test('terms are found in text and strings, and not in code, names and comments', async () => {
  const page = [
    'Whoever has a key, and no way',
    'in. <!-- nobody -->',
    '',
    '    mend()',
    '',
    'The way in which `nobody` is [named](https://example.com/mend), and amended.',
  ].join('\n')
  assert.deepEqual(
    (await findTerms('a.md', page, wrongTerms)).map(({ line }) => line),
    [1, 1],
  )
  const program = [
    "import { nobody } from 'mend'",
    '// Whoever reads this',
    "export const mend: 'nobody' = 'a key that is good until tomorrow'",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template
    'log(`${mend} is said by`, `two lines:',
    "the second is somebody's`, 'see \\`nobody\\`')",
  ].join('\n')
  assert.deepEqual(await findTerms('a.ts', program, wrongTerms), [
    { line: 3, message: 'Incorrect term: “good until”, use “valid until, or expires” instead' },
    { line: 5, message: 'Incorrect term: “somebody”, use “a user, or another role” instead' },
  ])
})
