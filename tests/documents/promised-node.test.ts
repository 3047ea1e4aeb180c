import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from './markdown.ts'

/** True when the range of `engines` in a package admits the first version of a line of Node, such as 22.0.0. */
const admits = (range: string, major: number): boolean =>
  range.split('||').some((part) => {
    const [, sign = '', number = ''] = /^\s*(>=|>|\^|~)?\s*v?(\d+(?:\.\d+)*|\*)/.exec(part) ?? []
    if (number === '*' || number === '') return true
    const [wanted = 0, minor = 0, patch = 0] = number.split('.').map(Number)
    if (sign === '>=' || sign === '>') return major > wanted || (major === wanted && minor + patch === 0)
    return major === wanted && (sign === '' || minor + patch === 0)
  })

test('no package warns of the Node that the README promises (EBADENGINE)', () => {
  assert.deepEqual(
    [
      '>=22',
      '>= 22.x',
      '20 || >=22',
      '^16 || ^18 || >=20',
      '*',
      '>=24',
      '^20.1.0',
      '>= 22.12.0',
      '18 || 20',
    ].map((range) => admits(range, 22)),
    [true, true, true, true, true, false, false, false, false],
  )
  const major = Number(/Node (\d+) or later and npm/.exec(readPage('README.md'))?.[1])
  const { packages }: { packages: Record<string, { engines?: { node?: string } }> } = JSON.parse(
    readPage('package-lock.json'),
  )
  const known = Object.entries(packages).filter(([, { engines }]) => engines?.node !== undefined)
  const refusing = known.filter(([, { engines }]) => !admits(engines?.node ?? '', major))
  assert.deepEqual(
    refusing.map(([name, { engines }]) => `${name} ${engines?.node}`),
    [],
  )
  assert.ok(known.length > 50, 'the check has something to look at')
})
