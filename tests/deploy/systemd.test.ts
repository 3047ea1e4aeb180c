import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { allSettings } from '#cli/settings/all-settings.ts'
import { repository } from '#tests/support/run-program.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const folder = temporaryFolder()
after(() => rmSync(folder, { recursive: true, force: true }))
const units = join(repository, 'deploy/systemd')
const unit = readFileSync(join(units, 'latchkey.service'), 'utf8')
const dropIn = readFileSync(join(units, 'latchkey.service.d/postgres.conf'), 'utf8')

/** Places the unit, with or without the drop-in, beside an installation that it can start. Returns its path. */
function place(name: string, { text = unit, onPostgres }: { text?: string; onPostgres: boolean }): string {
  const installed = join(folder, name, 'opt/latchkey')
  mkdirSync(join(installed, 'node_modules/.bin'), { recursive: true })
  writeFileSync(join(installed, 'node_modules/.bin/node'), '#!/bin/sh\n', { mode: 0o755 })
  const path = join(folder, name, 'latchkey.service')
  writeFileSync(path, text.replaceAll('/opt/latchkey', installed))
  if (onPostgres) cpSync(join(units, 'latchkey.service.d'), `${path}.d`, { recursive: true })
  return path
}

const analyze = (...args: string[]) =>
  spawnSync('systemd-analyze', args, { encoding: 'utf8', timeout: 60_000 })
const hasSystemd = analyze('--version').status === 0

describe('systemd', { skip: hasSystemd ? false : 'there is no systemd-analyze on this machine' }, () => {
  for (const onPostgres of [false, true]) {
    const name = onPostgres ? 'on-postgres' : 'embedded'

    test(`understands each line of the unit, ${name}`, () => {
      // The output is checked and not the exit code, which is 0 for unknown keys too.
      const { stdout, stderr } = analyze('verify', place(name, { onPostgres }))
      assert.deepEqual([stdout, stderr], ['', ''])
    })

    test(`finds little to attack in the unit, ${name}`, () => {
      const path = place(name, { onPostgres })
      const { status, stdout, stderr } = analyze('security', '--offline=true', '--threshold=20', path)
      assert.equal(status, 0, stdout + stderr)
    })
  }

  test('would say what it does not understand, and which protection is gone', () => {
    const wrong = place('wrong', { text: unit.replace('UMask=', 'Umask='), onPostgres: false })
    assert.match(analyze('verify', wrong).stderr, /Umask/)
    const bare = place('bare', {
      text: unit.replace(/^(Protect|Private|Restrict|System).*\n/gm, ''),
      onPostgres: false,
    })
    assert.notEqual(analyze('security', '--offline=true', '--threshold=20', bare).status, 0)
  })
})

test('every setting in the units is one that there is, and each secret that is shown is one that is loaded', () => {
  const known = Object.values(allSettings).flatMap((one) =>
    'secret' in one && one.secret ? [one.name, `${one.name}_FILE`] : [one.name],
  )
  const used = `${unit}${dropIn}`.match(/(?<=^Environment=)LATCHKEY_\w+/gm) ?? []
  assert.deepEqual(
    used.filter((name) => !known.includes(name)),
    [],
  )
  assert.equal(used.length, 5)
  const loaded = dropIn.match(/(?<=^LoadCredential=)[\w-]+/gm)
  assert.deepEqual(dropIn.match(/(?<==%d\/)[\w-]+/g), loaded)
})
