import { findTestFiles } from '#tests/support/lanes.ts'
import { readPage } from './markdown.ts'

/** A call that defines a test or a group of tests. Its second group is the name as it is written. */
const definition = /(?<![.\w])(?:test|describe)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs

/** Returns the names of the tests and groups of tests in a source file. A template literal keeps its `${…}`. */
export const namedTestsIn = (source: string): string[] =>
  [...source.matchAll(definition)].map(([, , name = '']) => name)

const testFiles = findTestFiles()

/**
 * Returns what is wrong with a test that a row names: in backticks, the end of the path and the name, with `›` between them.
 * The end of the path is enough, so that no row changes when a folder moves.
 */
export function faultOfTest(text: string): string | undefined {
  const [, end = '', name = ''] = /^`([\w./-]+\.test\.ts) › (.+)`$/.exec(text) ?? []
  if (end === '') return `names no test: ${text}`
  const [file, ...others] = testFiles.filter((path) => `/${path}`.endsWith(`/${end}`))
  if (file === undefined) return `names a file that is not there: ${end}`
  if (others.length > 0) return `names several files, which their folder tells apart: ${end}`
  return namedTestsIn(readPage(file)).includes(name)
    ? undefined
    : `names a test that ${file} does not have: ${name}`
}
