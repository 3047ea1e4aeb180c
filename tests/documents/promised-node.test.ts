import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from './markdown.ts'

/** Returns whether the range in `engines` of a package allows a version of Node, such as 22.15. */
const admits = (range: string, [major, minor]: readonly [number, number]): boolean =>
  range.split('||').some((part) => {
    const [, sign = '', number = ''] = /^\s*(>=|>|\^|~)?\s*v?(\d+(?:\.\d+)*|\*)/.exec(part) ?? []
    if (number === '*' || number === '') return true
    const [wanted = 0, wantedMinor = 0] = number.split('.').map(Number)
    const isLater = major === wanted && (sign === '' || minor >= wantedMinor)
    return sign === '>=' || sign === '>' ? major > wanted || isLater : isLater
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
      '>=22.16.0',
      '18 || 20',
    ].map((range) => admits(range, [22, 15])),
    [true, true, true, true, true, false, false, true, false, false],
  )
  const [, major, minor] = /Node (\d+)\.(\d+) or later and npm/.exec(readPage('README.md')) ?? []
  const promised = [Number(major), Number(minor)] as const
  const { packages }: { packages: Record<string, { engines?: { node?: string } }> } = JSON.parse(
    readPage('package-lock.json'),
  )
  const known = Object.entries(packages).filter(([, { engines }]) => engines?.node !== undefined)
  const refusing = known.filter(([, { engines }]) => !admits(engines?.node ?? '', promised))
  assert.deepEqual(
    refusing.map(([name, { engines }]) => `${name} ${engines?.node}`),
    [],
  )
  assert.ok(known.length > 50, 'the check has something to look at')
})
