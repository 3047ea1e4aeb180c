import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { create, extract } from 'tar'
import { unpackBackup } from '#cli/transfer/backup-archive.ts'
import { runInHost } from '#tests/support/command-host.ts'
import { contents, query } from '#tests/support/database-files.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const root = temporaryFolder()
after(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
const newFolder = (): string => {
  const folder = join(root, `${++folders}`)
  mkdirSync(folder)
  return folder
}
const run = (data: string, ...args: string[]) => runInHost(args, { LATCHKEY_DATA: data })

let original = ''
let backup = ''
before(async () => {
  original = newFolder()
  backup = join(newFolder(), 'backup.tgz')
  assert.equal((await run(original, 'migrate')).code, 0)
  for (const name of ['ada', 'bob']) {
    const args = ['users', 'create', '--username', name, '--email', `${name}@example.com`]
    assert.equal((await run(original, ...args)).code, 0)
  }
  assert.equal((await run(original, 'backup', backup)).code, 0)
})
const copyOfOriginal = (): string => {
  const data = newFolder()
  cpSync(original, data, { recursive: true })
  return data
}

describe('a file that is not a whole backup changes nothing, and one line says why', () => {
  const names = ['manifest.json', 'users.db', 'auth.db']
  /** Unpacks the backup into a new folder, for a test to change. */
  async function unpacked(): Promise<string> {
    const folder = newFolder()
    await extract({ file: backup, cwd: folder })
    return folder
  }
  async function packed(cwd: string, members = names): Promise<string> {
    const file = join(newFolder(), 'b.tgz')
    await create({ file, cwd, gzip: true, preservePaths: true }, members)
    return file
  }
  /** Writes the present sizes and checksums of the parts into the manifest, so that a changed part is not refused for them. */
  function signAnew(folder: string): void {
    const path = join(folder, 'manifest.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    for (const name of ['users.db', 'auth.db']) {
      const bytes = readFileSync(join(folder, name))
      manifest.parts[name].sha256 = createHash('sha256').update(bytes).digest('hex')
      manifest.parts[name].bytes = bytes.length
    }
    writeFileSync(path, JSON.stringify(manifest))
  }
  async function refused(file: string, expected: RegExp): Promise<void> {
    const data = copyOfOriginal()
    const before = contents(data)
    const { code, out, err } = await run(data, 'restore', file, '--replace')
    assert.notEqual(code, 0)
    assert.equal(out, '')
    assert.match(err, /^latchkey: [^\n]+\n$/)
    assert.match(err, expected)
    assert.deepEqual(contents(data), before)
  }

  test('no such file, another file, an empty one', async () => {
    await refused(join(newFolder(), 'missing'), /There is no file/)
    const other = join(newFolder(), 'b.tgz')
    for (const bytes of ['', 'a text'.repeat(500), gzipSync('a text'.repeat(500))]) {
      writeFileSync(other, bytes)
      await refused(other, /is not a backup of Latchkey/)
    }
  })

  test('one that was cut off, and one with a byte changed', async () => {
    const bytes = readFileSync(backup)
    const file = join(newFolder(), 'b.tgz')
    for (const length of [100, bytes.length >> 1, bytes.length - 1]) {
      writeFileSync(file, bytes.subarray(0, length))
      await refused(file, /is not a backup of Latchkey, or it is damaged/)
    }
    const archive = gunzipSync(bytes)
    archive.writeUInt8(archive.readUInt8(archive.length >> 1) ^ 1, archive.length >> 1)
    writeFileSync(file, gzipSync(archive))
    await refused(file, /the checksum of (users|auth)\.db is wrong/)
  })

  test('a member too few, too many, twice, elsewhere, or no file', async () => {
    const folder = await unpacked()
    await refused(await packed(folder, ['manifest.json', 'users.db']), /auth\.db is missing/)
    await refused(await packed(folder, [...names, 'users.db']), /it holds "users\.db"/)
    writeFileSync(join(folder, 'more'), '')
    await refused(await packed(folder, [...names, 'more']), /it holds "more"/)
    const inside = join(folder, 'inside')
    mkdirSync(inside)
    writeFileSync(join(folder, 'escaped'), 'x')
    await refused(await packed(inside, ['../escaped']), /it holds "\.\.\/escaped"/)
    await refused(await packed(inside, [join(folder, 'escaped')]), /it holds "\//)
    rmSync(join(folder, 'auth.db'))
    mkdirSync(join(folder, 'auth.db'))
    await refused(await packed(folder), /it holds "auth\.db\/?"/)
  })

  test('a manifest that is none, and parts that are not what it says', async () => {
    const folder = await unpacked()
    const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8')
    for (const text of ['', 'null', '{}', manifest.replace('latchkey-backup-1', 'latchkey-backup-9')]) {
      writeFileSync(join(folder, 'manifest.json'), text)
      await refused(await packed(folder), /is not a backup of Latchkey/)
    }
    // The texts of a manifest are printed, so they must not contain control characters.
    for (const text of [
      manifest.replace(/"created_at": "[^"]+"/, '"created_at": "\\u001b[2J"'),
      manifest.replace(/"rows": \d+/, '"rows": "many"'),
    ]) {
      writeFileSync(join(folder, 'manifest.json'), text)
      await refused(await packed(folder), /its manifest is not complete/)
    }
    writeFileSync(join(folder, 'manifest.json'), manifest)
    cpSync(join(folder, 'auth.db'), join(folder, 'users.db'))
    await refused(await packed(folder), /users\.db has \d+ bytes, and its manifest says \d+/)
    signAnew(folder)
    await refused(await packed(folder), /migration/)
  })

  test('a part larger than its manifest says, of which no byte is written', async () => {
    const folder = await unpacked()
    truncateSync(join(folder, 'users.db'), 32 * 1024 * 1024)
    const bomb = await packed(folder)
    await refused(bomb, /users\.db has 33554432 bytes, and its manifest says \d+/)
    const target = newFolder()
    const paths = { 'users.db': join(target, 'users.db'), 'auth.db': join(target, 'auth.db') }
    await assert.rejects(unpackBackup(bomb, paths))
    assert.equal(statSync(paths['users.db']).size, 0)
    await refused(
      await packed(folder, ['users.db', 'manifest.json', 'auth.db']),
      /its manifest is not the first/,
    )
  })

  test('a database of a newer version, a damaged one, an empty one', async () => {
    const newer = await unpacked()
    query(join(newer, 'auth.db'), `INSERT INTO migrations VALUES ('9999-from-the-future.sql', 'x', 0)`)
    signAnew(newer)
    await refused(await packed(newer), /changed by a newer version of Latchkey/)
    const damaged = await unpacked()
    const bytes = readFileSync(join(damaged, 'users.db'))
    bytes.fill(0x41, 4096, 4096 * 8)
    writeFileSync(join(damaged, 'users.db'), bytes)
    signAnew(damaged)
    await refused(await packed(damaged), /are damaged/)
    writeFileSync(join(damaged, 'users.db'), '')
    signAnew(damaged)
    await refused(await packed(damaged), /are damaged/)
  })
})
