import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testClock } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { newId } from '../ids.ts'
import type { Mail } from './mail.ts'
import { openMailbox } from './mailbox.ts'

const parent = temporaryFolder()
after(() => rmSync(parent, { recursive: true, force: true }))
let folders = 0
const newFolder = () => join(parent, String(folders++))

const mail = (id: string): Mail => ({
  id,
  to: 'ada@example.com',
  subject: `About ${id}`,
  text: 'Hello',
  html: '<p>Hello</p>',
  language: 'en',
})

test('a mail is kept for its owner only, the newest first, and once however often it is sent', async () => {
  const folder = newFolder()
  const mailbox = openMailbox(folder, testClock())
  assert.deepEqual([await mailbox.list(), await mailbox.find('a')], [[], undefined])
  const ids = [newId(1_000), newId(2_000), newId(3_000)]
  for (const id of [...ids, ids[1] ?? '']) await mailbox.send(mail(id))
  assert.deepEqual(
    (await mailbox.list()).map(({ id }) => id),
    ids.toReversed(),
  )
  assert.equal((await mailbox.find(ids[0] ?? ''))?.subject, `About ${ids[0]}`)
  assert.equal(statSync(folder).mode & 0o777, 0o700)
  for (const file of readdirSync(folder)) assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600)
  assert.equal(readdirSync(folder).length, 3, 'nothing unfinished stays')
})

test('the newest 500 stay', async () => {
  const folder = newFolder()
  mkdirSync(folder)
  const ids = Array.from({ length: 502 }, (_, at) => newId(1_000 + at))
  for (const id of ids.slice(0, 501))
    writeFileSync(join(folder, `${id}.json`), JSON.stringify({ ...mail(id), at: 0 }))
  const mailbox = openMailbox(folder, testClock())
  const names = async () => (await mailbox.list()).map(({ id }) => id)
  await mailbox.send(mail(ids[501] ?? ''))
  assert.deepEqual(await names(), ids.slice(2).toReversed())
  const later = Array.from({ length: 100 }, (_, at) => newId(2_000 + at))
  for (const id of later.slice(0, 50)) await mailbox.send(mail(id))
  assert.deepEqual(await names(), [...ids, ...later.slice(0, 50)].slice(-500).toReversed())
  for (const id of later.slice(50)) await mailbox.send(mail(id))
  assert.deepEqual(await names(), [...ids, ...later].slice(-500).toReversed())
  assert.equal(readdirSync(folder).length, 500, 'older files go after a while')
})

test('no id leads out of the folder', async () => {
  const folder = newFolder()
  mkdirSync(folder)
  writeFileSync(join(parent, 'secret.json'), '{}')
  const mailbox = openMailbox(folder, testClock())
  for (const id of ['../secret', '..%2fsecret', '.', '', 'a/b', 'a\0', `${'a'.repeat(101)}`]) {
    assert.equal(await mailbox.find(id), undefined, id)
    await assert.rejects(mailbox.send(mail(id)), /cannot be the name of a file/)
  }
})
