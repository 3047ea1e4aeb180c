import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fontFiles, fontSource, iconLicense, iconsSource } from '#tests/generate-look.ts'
import { lookPath, toRoot } from './look-files.ts'
import { markFile } from './mark.ts'
import { readLook } from './style.ts'

const kept = (name: string): Buffer => readFileSync(new URL(`generated/${name}`, import.meta.url))

test('font and icons with their licences are those of the packages, and the mark is that of the pages: npm run generate writes them anew', () => {
  assert.equal(kept('icons.ts').toString(), iconsSource())
  assert.equal(kept('mark.svg').toString(), markFile())
  assert.deepEqual(kept('icons-license.txt'), readFileSync(iconLicense))
  for (const [name, file] of Object.entries(fontFiles))
    assert.deepEqual(kept(name), readFileSync(fontSource(file)), name)
  assert.ok(kept('inter.woff2').length <= 50_000, 'a font that a slow network brings in a moment')
})

test('a page finds the files of the look by a relative path, however deep it is', () => {
  assert.match(lookPath('inter.woff2'), /^account\/assets\/[0-9a-f]{16}\/inter\.woff2$/)
  const paths = ['/', '/account', '/account/sign-in?return_to=/a/b', '/docs/guide/users']
  assert.deepEqual(paths.map(toRoot), ['', '', '../', '../../'])
})

test('the style fits into a style element, is small, and moves nothing', () => {
  const style = readLook()
  assert.doesNotMatch(style, /<|@import|url\(|\/\*|\n/)
  assert.ok(style.length < 16_000, `${style.length}`)
  assert.doesNotMatch(style, /transition|animation/)
})
