import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, afterEach, before, describe, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { lockSqlite } from '#runtime/database/sqlite/lock.ts'
import { runInHost } from '#tests/support/command-host.ts'
import { contents, query, usernames } from '#tests/support/database-files.ts'
import { latchkey, type Started, startProcess } from '#tests/support/process.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { send } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

const root = temporaryFolder()
after(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
const newFolder = (): string => {
  const folder = join(root, `${++folders}`)
  mkdirSync(folder)
  return folder
}
/**
 * The services that tests of this file have started. They are killed after each test, because a service that a failed test
 * leaves running would keep the test process from ending.
 */
const all: Started[] = []
const start = async (data: string): Promise<Started> => {
  const started = await startProcess([], at(data))
  all.push(started)
  return started
}
afterEach(() => {
  for (const { child } of all.splice(0)) child.kill('SIGKILL')
})

const at = (data: string) => ({
  LATCHKEY_DATA: data,
  LATCHKEY_USERS_PORT: '0',
  LATCHKEY_AUTH_PORT: '0',
  LATCHKEY_ISSUER: 'https://auth.example.com',
  LATCHKEY_MAILBOX: 'on',
})
const run = (data: string, ...args: string[]) => runInHost(args, { LATCHKEY_DATA: data })

const signUp = async (started: Started, username: string) => {
  const body = { username, email: `${username}@example.com`, password: 'a long password' }
  const reply = await send('POST', `${started.users}/users/create`, { body })
  assert.equal(reply.status, 201)
  return reply.body as { id: string }
}
const logIn = async (started: Started, username: string, password = 'a long password') => {
  const reply = await send('POST', `${started.auth}/auth/login`, { body: { username, password } })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body as { access_token: string; refresh_token: string }
}
const logInAsAdmin = (started: Started, data: string) =>
  logIn(started, 'admin', readFileSync(join(data, 'admin-password'), 'utf8').trim())

/** The data folder of an installation with the users admin and ada. `backup` is the path of its backup. */
let original = ''
let backup = ''
before(async () => {
  original = newFolder()
  backup = join(newFolder(), 'backup.tgz')
  const started = await start(original)
  await signUp(started, 'ada')
  await logIn(started, 'ada')
  assert.equal((await run(original, 'backup', backup)).code, 0)
  await started.end('SIGTERM')
})
const copyOfOriginal = (): string => {
  const data = newFolder()
  cpSync(original, data, { recursive: true })
  return data
}

describe('a backup', () => {
  test('of running services holds everything that was answered before it, and stops nobody', async () => {
    const data = newFolder()
    const file = join(newFolder(), 'b.tgz')
    const started = await start(data)
    const answered: string[] = []
    let isOver = false
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let number = 0; !isOver; number++) {
        const username = `w${writer}-${number}`
        await signUp(started, username)
        answered.push(username)
      }
    })
    await until('users to be answered', () => answered.length > 3)
    const before = [...answered]
    const made = await runCommand(['backup', file], at(data))
    isOver = true
    await Promise.all(writers)
    await started.end('SIGTERM')
    assert.equal(made.code, 0, made.err)

    const restored = newFolder()
    assert.equal((await run(restored, 'restore', file)).code, 0)
    const found = new Set(usernames(join(restored, 'users.db')))
    assert.deepEqual(
      before.filter((username) => !found.has(username)),
      [],
    )
  })

  test('locks nobody out whose sessions were ended while it was made', async () => {
    const data = newFolder()
    const file = join(newFolder(), 'b.tgz')
    const started = await start(data)
    const token = (await logInAsAdmin(started, data)).access_token
    const { id } = await signUp(started, 'ada')
    // Adds 15 MB to each database, so that some time passes between the copy of the first database and that of the
    // second.
    for (const name of ['users.db', 'auth.db']) {
      query(join(data, name), 'CREATE TABLE ballast (bytes BLOB)')
      query(join(data, name), 'INSERT INTO ballast VALUES (randomblob(15000000))')
    }
    let isOver = false
    let changes = 0
    const changing = (async () => {
      for (; !isOver; changes++) {
        const body = { status: changes % 2 === 0 ? 'suspended' : 'active' }
        const reply = await send('PATCH', `${started.users}/api/v1/users/${id}`, { token, body })
        assert.equal(reply.status, 200)
      }
    })()
    assert.equal((await runCommand(['backup', file], at(data))).code, 0)
    isOver = true
    await changing
    await started.end('SIGTERM')
    assert.ok(changes > 10, `${changes} changes meanwhile`)
    const restored = newFolder()
    assert.equal((await run(restored, 'restore', file)).code, 0)
    const [user] = query(join(restored, 'users.db'), `SELECT session_epoch FROM users WHERE username = 'ada'`)
    const [known] = query(
      join(restored, 'auth.db'),
      `SELECT epoch FROM session_epochs WHERE user_id = '${id}'`,
    )
    assert.ok(Number(known?.epoch ?? 0) <= Number(user?.session_epoch), JSON.stringify({ known, user }))
  })

  test('says what is in it, and holds no secret of the data folder', async () => {
    const file = join(newFolder(), 'b.tgz')
    const { out } = await run(original, 'backup', file)
    assert.match(out, /^users\.db +\S+ KiB +2 users$/m)
    assert.match(out, /^auth\.db +\S+ KiB +1 sessions$/m)
    assert.match(out, /^ {2}master key +.*master-key/m)
    const packed = gunzipSync(readFileSync(file))
    for (const secret of ['master-key', 'service-token', 'admin-password']) {
      const value = readFileSync(join(original, secret), 'utf8').trim()
      assert.ok(!packed.includes(value) && !packed.includes(Buffer.from(value, 'base64')), secret)
    }
    assert.deepEqual(readdirSync(dirname(file)), ['b.tgz'])
  })

  test('is never written over a file, and leaves nothing behind when it cannot be made', async () => {
    const folder = newFolder()
    const file = join(folder, 'b.tgz')
    writeFileSync(file, 'something dear')
    const refused = await run(original, 'backup', file)
    assert.deepEqual(refused, {
      code: 1,
      out: '',
      err: `latchkey: ${file} already exists. Nothing was changed.\n`,
    })
    assert.equal(readFileSync(file, 'utf8'), 'something dear')
    const missing = await run(newFolder(), 'backup', join(folder, 'other.tgz'))
    assert.match(missing.err, /^latchkey: There is no database .*\n$/)
    assert.deepEqual(readdirSync(folder), ['b.tgz'])
    const nowhere = await run(original, 'backup', join(folder, 'none', 'b.tgz'))
    assert.match(nowhere.err, /^latchkey: Cannot write .*: there is no folder .*none\.\n$/)
  })

  test('that is interrupted leaves nothing behind', async () => {
    const folder = newFolder()
    const whenBegun = async (child: ChildProcess) => {
      while (readdirSync(folder).length === 0 && child.exitCode === null) await nextTurn()
    }
    const { code } = await runCommand(['backup', join(folder, 'b.tgz')], at(original), (child) => {
      void whenBegun(child).then(() => child.kill('SIGINT'))
    })
    assert.equal(code, 130)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('of PostgreSQL is made by its own means', () => {
    const environment = {
      LATCHKEY_DATA: newFolder(),
      LATCHKEY_USERS_DATABASE: 'postgres://a@127.0.0.1:1/a',
      LATCHKEY_AUTH_DATABASE: 'postgres://a@127.0.0.1:1/b',
    }
    for (const command of ['backup', 'restore']) {
      const { code, err } = latchkey([command, backup], environment)
      assert.equal(code, 2)
      assert.match(err, /^latchkey: .*pg_dump.*latchkey export.*\n$/)
    }
  })
})

describe('a restore', () => {
  test('of an old backup ends every session, also those ended since', async () => {
    const data = newFolder()
    const file = join(newFolder(), 'b.tgz')
    const started = await start(data)
    await signUp(started, 'ada')
    const loggedOut = await logIn(started, 'ada')
    const living = await logIn(started, 'ada')
    assert.equal((await run(data, 'backup', file)).code, 0)
    await send('POST', `${started.auth}/auth/logout`, { token: loggedOut.access_token })
    const later = await logIn(started, 'ada')
    await signUp(started, 'bob')
    await started.end('SIGTERM')

    const restore = await run(data, 'restore', file, '--replace')
    assert.equal(restore.code, 0, restore.err)
    assert.match(restore.out, /^sessions ended +2 /m)
    const again = await start(data)
    for (const pair of [loggedOut, living, later]) {
      const validated = await send('GET', `${again.auth}/auth/validate`, { token: pair.access_token })
      assert.equal(validated.status, 401)
      const body = { refresh_token: pair.refresh_token }
      assert.equal((await send('POST', `${again.auth}/auth/refresh`, { body })).status, 401)
    }
    const fresh = await logIn(again, 'ada')
    assert.equal(
      (await send('GET', `${again.auth}/auth/validate`, { token: fresh.access_token })).status,
      200,
    )
    await again.end('SIGTERM')
    assert.deepEqual(usernames(join(data, 'users.db')), ['ada', 'admin'])
  })

  test('into a new folder starts there, with secrets of its own', async () => {
    const data = newFolder()
    assert.equal((await run(data, 'restore', backup)).code, 0)
    const started = await start(data)
    await logIn(started, 'ada')
    await started.end('SIGTERM')
    const secret = (folder: string) => readFileSync(join(folder, 'master-key'), 'utf8')
    assert.notEqual(secret(data), secret(original))
  })

  test('moves what was there aside, whole, also after a crash', async () => {
    const data = newFolder()
    const started = await start(data)
    await signUp(started, 'eve')
    await started.end('SIGKILL')
    assert.ok(existsSync(join(data, 'users.db-wal')))
    const { code, out } = await run(data, 'restore', backup, '--replace')
    assert.equal(code, 0)
    const [aside = ''] = readdirSync(data).filter((name) => name.startsWith('users.db.before-restore-'))
    assert.match(aside, /^users\.db\.before-restore-\d{8}T\d{6}\.\d{3}Z$/)
    assert.ok(out.includes(aside))
    assert.deepEqual(usernames(join(data, aside)), ['admin', 'eve'])
    assert.deepEqual(usernames(join(data, 'users.db')), ['ada', 'admin'])
  })

  test('puts a backup in the place of a database that is no longer one, and keeps that too', async () => {
    const data = copyOfOriginal()
    const broken = (name: string) => `a broken ${name}`.repeat(500)
    for (const name of ['users.db', 'users.db-journal', 'users.db-wal'])
      writeFileSync(join(data, name), broken(name))
    assert.equal((await run(data, 'restore', backup, '--replace')).code, 0)
    assert.deepEqual(usernames(join(data, 'users.db')), ['ada', 'admin'])
    const aside = readdirSync(data).filter((name) =>
      /^users\.db\.before-restore-.*Z(-wal|-journal)?$/.test(name),
    )
    assert.deepEqual(
      aside.sort().map((name) => readFileSync(join(data, name), 'utf8')),
      ['users.db', 'users.db-journal', 'users.db-wal'].map(broken),
    )
  })

  test('refuses databases that are there already, and those that somebody uses', async () => {
    const data = copyOfOriginal()
    const before = contents(data)
    const there = await run(data, 'restore', backup)
    assert.equal(there.code, 1)
    assert.match(there.err, /^latchkey: A database already exists: .* --replace .*\n$/)
    assert.deepEqual(contents(data), before)

    // Another program has the database open in WAL mode: its write-ahead log may hold rows that are not in the file yet.
    const other = new DatabaseSync(join(data, 'auth.db'))
    other.exec('PRAGMA journal_mode = WAL; SELECT * FROM sessions')
    const open = await run(data, 'restore', backup, '--replace')
    assert.equal(open.code, 1)
    assert.match(
      open.err,
      /^latchkey: The database .*auth\.db is in use by another program\. Nothing was changed\.\n$/,
    )
    other.close()
    assert.deepEqual(usernames(join(data, 'users.db')), ['ada', 'admin'])

    // Each service can run without the other, so the restore must be refused when only one of the databases is in use.
    for (const name of ['users.db', 'auth.db']) {
      const unlock = lockSqlite(join(data, name))
      const running = await run(data, 'restore', backup, '--replace')
      unlock()
      assert.equal(running.code, 1)
      assert.match(
        running.err,
        new RegExp(`^latchkey: The database .*${name} is in use by another Latchkey .*\n$`),
      )
    }
    const started = await start(data)
    assert.equal((await run(data, 'restore', backup, '--replace')).code, 1)
    await logIn(started, 'ada')
    await started.end('SIGTERM')
    assert.deepEqual(Object.keys(contents(data)).sort(), Object.keys(before).sort())
  })

  test('that was killed leaves the old or the new, no session of it alive, and works again', async () => {
    const data = copyOfOriginal()
    query(join(data, 'users.db'), `UPDATE users SET username = 'old' WHERE username = 'ada'`)
    const auth = join(data, 'auth.db')
    const inode = () => statSync(auth).ino
    const before = inode()
    const whenReplaced = async (child: ChildProcess) => {
      while (inode() === before && child.exitCode === null) await nextTurn()
    }
    let killed = 0
    for (const moment of [whenReplaced, ...[120, 150, 180, 210, 240, 270].map((ms) => () => sleep(ms))]) {
      const { code } = await runCommand(['restore', backup, '--replace'], at(data), (child) => {
        void moment(child).then(() => child.kill('SIGKILL'))
      })
      if (code === null) killed++
      const names = usernames(join(data, 'users.db'))
      assert.ok(names.includes('old') || names.includes('ada'), `${names}`)
      const living = query(auth, 'SELECT id FROM sessions WHERE ended_at IS NULL')
      assert.ok(inode() === before || living.length === 0, 'a session lives in what was restored')
    }
    assert.ok(killed > 0)
    // Creates the files that a restore leaves behind when it is killed while it copies the databases.
    for (const name of ['users.db.restoring', 'auth.db.restoring-journal'])
      writeFileSync(join(data, name), 'a part')
    const last = await run(data, 'restore', backup, '--replace')
    assert.equal(last.code, 0, last.err)
    assert.deepEqual(usernames(join(data, 'users.db')), ['ada', 'admin'])
    assert.deepEqual(
      readdirSync(data).filter((name) => name.includes('.restoring')),
      [],
    )
  })
})
