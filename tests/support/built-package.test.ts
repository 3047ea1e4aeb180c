import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { placeBuiltPackage } from './built-package.ts'

const root = new URL('../../', import.meta.url).pathname

test('a package that is built for a test touches none that is built beside it', async () => {
  const folder = temporaryFolder()
  after(() => rmSync(folder, { recursive: true }))
  const beside = join(root, 'dist/package')
  mkdirSync(beside, { recursive: true })
  const mark = join(beside, 'of-somebody-else')
  after(() => rmSync(mark, { force: true }))
  writeFileSync(mark, '')
  await placeBuiltPackage(folder)
  assert.ok(existsSync(mark))
})
