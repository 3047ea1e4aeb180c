import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { repository } from '#tests/support/run-program.ts'
import packageJson from '../package.json' with { type: 'json' }
import { releaseNotes } from './release-notes.ts'

const changelog = `# Changelog

## [1.1.0]

### Added

- A feature, see [the guide](docs/guide/a.md).

### Upgrading

- Read [this](https://example.com/first).

## [1.0.0]

### Added

- All.
`

test('the notes of a release are its section of the changelog, with the upgrade first', () => {
  assert.equal(
    releaseNotes(changelog, '1.1.0'),
    `# Latchkey 1.1.0

## Upgrading

- Read [this](https://example.com/first).

## Added

- A feature, see the guide.
`,
  )
  assert.throws(() => releaseNotes(changelog, '1.2.0'), /no section for 1\.2\.0/)
})

test('the changelog has notes for this version, and they can be read in one go', () => {
  const notes = releaseNotes(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8'), packageJson.version)
  assert.match(notes, /^## Upgrading$/m)
  assert.ok(notes.split('\n').length <= 60, `${notes.split('\n').length} lines`)
})
