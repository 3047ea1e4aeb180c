import assert from 'node:assert/strict'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { arrivalPath } from '#runtime/http/arrival-page.ts'
import { packageVersion } from '#runtime/package-version.ts'
import { newAuthority, writeIdentity } from '#tests/support/certificates.ts'
import { runInHost } from '#tests/support/command-host.ts'
import { examineAll, examineOne } from '#tests/support/examine.ts'
import { startLocalServer } from '#tests/support/local-server.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { hasNatsServer, newNatsServer } from '#tests/support/nats-server.ts'
import { freePorts, newMasterKey } from '#tests/support/process.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder, temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { startReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'

let system: System
let receiver: WebhookReceiver
let environment: Record<string, string>
const folders: string[] = []

before(async () => {
  const data = temporaryFolderOnDisk()
  folders.push(data)
  receiver = await startReceiver()
  system = await startSystem({ data, settings: { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } })
  const port = (url: string) => new URL(url).port
  environment = {
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_PORT: port(system.usersUrl),
    LATCHKEY_AUTH_PORT: port(system.authUrl),
    LATCHKEY_ISSUER: 'https://auth.example.com',
    LATCHKEY_PUBLIC_URL: 'https://auth.example.com',
    LATCHKEY_MAILBOX: 'on',
  }
  const { url } = receiver
  const { access_token: token } = await system.admin()
  assert.equal(
    (await system.send('POST', `${system.usersUrl}/api/v1/webhooks`, { token, body: { url } })).status,
    201,
  )
})
after(async () => {
  await system?.stop()
  await receiver?.[Symbol.asyncDispose]()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const one = (check: string, changes: Record<string, string> = {}) =>
  examineOne(check, { environment: { ...environment, ...changes } })

/** Copies the deployment as it is at this moment, and changes the copy of a database. */
function brokenCopy(service: 'users' | 'auth', change: (db: DatabaseSync) => void): Record<string, string> {
  const folder = temporaryFolder()
  folders.push(folder)
  for (const name of ['users', 'auth']) {
    using source = new DatabaseSync(join(system.data, `${name}.db`), { readOnly: true, timeout: 60_000 })
    source.prepare('VACUUM INTO ?').run(join(folder, `${name}.db`))
    using copy = new DatabaseSync(join(folder, `${name}.db`))
    copy.exec('PRAGMA journal_mode = WAL')
    if (name === service) change(copy)
  }
  for (const file of ['service-token', 'master-key']) cpSync(join(system.data, file), join(folder, file))
  return { LATCHKEY_DATA: folder }
}

const isRoot = process.getuid?.() === 0

test('a deployment that is well has no failure, and no secret of it is printed', async () => {
  const { code, out, err } = await runInHost(['doctor', '--json'], environment)
  const report = JSON.parse(out)
  const failures = report.checks.filter(({ status }: { status: string }) => status === 'fail')
  assert.deepEqual([failures, code, err], [[], 0, ''])
  assert.ok(report.checks.length >= 20, 'every check is told')
  for (const check of report.checks)
    assert.equal(check.fix === null, !/^(warn|fail)$/.test(check.status), check.found)
  for (const file of ['service-token', 'master-key', 'admin-password', 'mailbox-key'])
    assert.ok(!out.includes(readFileSync(join(system.data, file), 'utf8').trim()), file)
  assert.ok(!readdirSync(system.data).some((name) => name.startsWith('doctor-')), 'the scratch file is gone')
})

test('the report for people ends with what to do, and the exit code is 1 after a failure only', async () => {
  const well = await runInHost(['doctor'], environment)
  assert.match(well.out, /^Latchkey .*\n\nFrom inside\n/)
  assert.match(
    well.out,
    /It works, with warnings: 0 failures, [\s\S]*add --url https:\/\/auth\.example\.com\n$/,
  )
  const broken = await runInHost(['doctor'], { ...environment, LATCHKEY_MASTER_KEY: newMasterKey() })
  assert.deepEqual([well.code, broken.code, broken.err], [0, 1, ''])
  assert.match(
    broken.out,
    /\n {2}fail {5}master key[\s\S]*\n +fix: set LATCHKEY_MASTER_KEY[\s\S]*Fix the failures first: 2 failures/,
  )
})

test('where there is no deployment it says so, and a URL with a path is refused', async () => {
  const nowhere = { LATCHKEY_DATA: join(temporaryFolder(), 'none') }
  const none = await runInHost(['doctor'], nowhere)
  assert.deepEqual([none.code, none.out], [1, ''])
  assert.match(none.err, /No deployment found: no database/)
  assert.ok(!existsSync(nowhere.LATCHKEY_DATA), 'nothing is made')
  assert.equal((await runInHost(['doctor', '--url', 'https://id.example.com/auth'], nowhere)).code, 2)
})

test('the checks change nothing: neither files nor what is in them', async () => {
  const copy = brokenCopy('users', () => {})
  const contents = () =>
    readdirSync(copy.LATCHKEY_DATA ?? '')
      .filter((name) => !/-(wal|shm)$/.test(name))
      .map((name) => [name, readFileSync(join(copy.LATCHKEY_DATA ?? '', name), 'base64')])
  const before = contents()
  await examineAll({ environment: { ...environment, ...copy } })
  assert.deepEqual(contents(), before)
})

test('files: who may open them besides their owner', async () => {
  const key = join(system.data, 'master-key')
  assert.match((await one('files'))[0] ?? '', /^ok \| .*private to their owner/)
  chmodSync(key, 0o644)
  try {
    assert.deepEqual(await one('files'), [
      `warn | only the mode of the folder protects ${key} (0644) | chmod -R go= ${system.data}`,
    ])
    chmodSync(system.data, 0o755)
    const [found = ''] = await one('files')
    assert.ok(found.startsWith(`fail | other users may open ${system.data} (0755), and `), found)
    assert.ok(found.endsWith(` | chmod -R go= ${system.data}`), found)
  } finally {
    chmodSync(key, 0o600)
    chmodSync(system.data, 0o700)
  }
  const token = join(system.data, 'token-elsewhere')
  writeFileSync(token, 'Rd9eVq2Wn6vKx8RbLc4Yz1HsGf7Jp5TuAoNiM3tk', { mode: 0o600 })
  chmodSync(token, 0o604)
  const found = await one('files', { LATCHKEY_SERVICE_TOKEN_FILE: token })
  symlinkSync(token, `${token}-mounted`)
  const mounted = await one('files', { LATCHKEY_SERVICE_TOKEN_FILE: `${token}-mounted` })
  rmSync(token)
  rmSync(`${token}-mounted`)
  assert.ok(
    mounted.some((line) => line.startsWith('warn | every user') && line.includes('defaultMode')),
    `${mounted}`,
  )
  assert.ok(
    found.some((line) => line.includes(`every user of this machine may open ${token} (0604)`)),
    `${found}`,
  )
})

test('files: those of another user', { skip: !isRoot && 'only root can give files away' }, async () => {
  const copy = brokenCopy('users', () => {})
  const { chownSync } = await import('node:fs')
  chownSync(join(copy.LATCHKEY_DATA ?? '', 'auth.db'), 65_534, 65_534)
  const found = await one('files', copy)
  assert.ok(
    found.some((line) =>
      /^warn \| the folder belongs to user 0, but not .*auth\.db \(user 65534\)/.test(line),
    ),
    `${found}`,
  )
})

test('secrets: a rotation that was not ended, the first password, and a file that nothing reads', async () => {
  const old = readFileSync(join(system.data, 'master-key'), 'utf8').trim()
  const token = readFileSync(join(system.data, 'service-token'), 'utf8').trim()
  const found = await one('secrets', {
    LATCHKEY_MASTER_KEY: `${newMasterKey()},${old}`,
    LATCHKEY_SERVICE_TOKEN: `Nw8dKq3Lz6XvT1mRb5Yc9HsGf2Jp7EuAoViZ4tXk,${token}`,
  })
  for (const text of [
    /two service tokens/,
    /two master keys/,
    /admin-password contains/,
    /master-key is not used/,
  ])
    assert.ok(
      found.some((line) => line.startsWith('warn') && text.test(line)),
      `${text}: ${found.join('\n')}`,
    )
  assert.ok(!found.join().includes(old) && !found.join().includes(token))
})

test('master key: one that opens nothing, and secrets that are still under the one before', async () => {
  const old = readFileSync(join(system.data, 'master-key'), 'utf8').trim()
  assert.match((await one('master key'))[0] ?? '', /^ok \| decrypts all \d+ secrets/)
  const wrong = await one('master key', { LATCHKEY_MASTER_KEY: newMasterKey() })
  assert.match(
    wrong.join('\n'),
    /fail \| decrypts only 0 of 1 secrets that were checked in the users database/,
  )
  assert.match(
    wrong.join('\n'),
    /fail \| decrypts only 0 of \d+ secrets that were checked in the auth database/,
  )
  const folder = temporaryFolder()
  folders.push(folder)
  const file = join(folder, 'other-key')
  writeFileSync(file, newMasterKey())
  const named = await one('master key', { LATCHKEY_MASTER_KEY_FILE: file })
  assert.ok(named[0]?.includes(`| put the key that encrypted them into ${file}`), `${named}`)
  const rotating = await one('master key', { LATCHKEY_MASTER_KEY: `${newMasterKey()},${old}` })
  assert.match(
    rotating.join('\n'),
    /warn \| 1 secrets in the users database are encrypted with the previous key/,
  )
})

test('settings and address: what does not go together, and what would mislead clients', async () => {
  const lines = async (check: string, changes: Record<string, string>) =>
    (await one(check, changes)).join('\n')
  assert.match(
    await lines('settings', { LATCHKEY_SMTP_URL: 'smtp://mail.example.com' }),
    /^fail \| LATCHKEY_MAIL_FROM must be set/,
  )
  assert.match(
    await lines('settings', { LATCHKEY_TLS_CERT: '/x' }),
    /^fail \| LATCHKEY_TLS_CERT and LATCHKEY_TLS_KEY must be set together/,
  )
  assert.match(await lines('address', {}), /^ok \| tokens and email links use https:\/\/auth\.example\.com$/)
  assert.match(
    await lines('address', { LATCHKEY_ISSUER: 'http://id.example.com' }),
    /^fail \| the issuer .* is not https \| LATCHKEY_ISSUER=https:\/\/id\.example\.com/,
  )
  assert.match(
    await lines('address', { LATCHKEY_TRUSTED_PROXIES: '0.0.0.0/0' }),
    /^fail \| LATCHKEY_TRUSTED_PROXIES believes 0\.0\.0\.0\/0/,
  )
  assert.match(
    await lines('address', { LATCHKEY_HOST: '0.0.0.0' }),
    /^warn \| passwords and tokens cross the network in clear text/,
  )
})

test('address: localhost by default, and how an installation with the former default moves there', async () => {
  const { LATCHKEY_ISSUER: _issuer, LATCHKEY_PUBLIC_URL: _url, ...unnamed } = environment
  const address = async (changes: Record<string, string>) =>
    (await examineOne('address', { environment: { ...unnamed, ...changes } })).join('\n')
  const there = `http://localhost:${environment.LATCHKEY_AUTH_PORT}`
  assert.equal(await address({}), `ok | tokens and email links use ${there}`)
  const former = brokenCopy('auth', (db) => db.exec("UPDATE default_urls SET host = 'listen_address'"))
  const older = brokenCopy('auth', (db) =>
    db.exec("DROP TABLE default_urls; DELETE FROM migrations WHERE name = '0032-default-urls.sql'"),
  )
  for (const folder of [former, older])
    assert.match(
      await address(folder),
      new RegExp(
        `^warn \\| .* use http://127\\.0\\.0\\.1:\\d+, where passkeys do not work; .* \\| LATCHKEY_ISSUER=${there} and LATCHKEY_PUBLIC_URL=${there}, `,
      ),
    )
  assert.match(await address({ ...former, LATCHKEY_ISSUER: there, LATCHKEY_PUBLIC_URL: there }), /^ok /)
})

test('certificate: one that has expired, one that expires soon, and a key of another one', async () => {
  const folder = temporaryFolder()
  folders.push(folder)
  const authority = newAuthority('authority of the test')
  const at = (name: string, identity: { cert: string; key: string }) => {
    mkdirSync(join(folder, name), { recursive: true })
    return writeIdentity(join(folder, name), identity)
  }
  const hour = 3_600_000
  assert.match(
    (await one('certificate', at('over', authority.issue('a', -hour))))[0] ?? '',
    /^fail \| the certificate expired/,
  )
  assert.match(
    (await one('certificate', at('soon', authority.issue('a', 100 * hour))))[0] ?? '',
    /^warn \| the certificate expires in 4 days/,
  )
  assert.match(
    (await one('certificate', at('good', authority.issue('a', 1_000 * hour))))[0] ?? '',
    /^ok \| the certificate is valid until/,
  )
  const mixed = at('mixed', { cert: authority.issue('a', 1_000 * hour).cert, key: authority.issue('b').key })
  assert.match(
    (await one('certificate', mixed))[0] ?? '',
    /^fail \| the key in .* does not match the certificate/,
  )
})

describe('databases', () => {
  test('one that is not there', async () => {
    const found = await one('databases', {
      LATCHKEY_AUTH_DATABASE: `sqlite:${join(system.data, 'other.db')}`,
    })
    assert.match(found[0] ?? '', /^fail \| There is no database .*other\.db \| the first start creates it/)
    assert.ok(!existsSync(join(system.data, 'other.db')))
  })

  test('one that is damaged', async () => {
    const file = join(temporaryFolder(), 'damaged.db')
    writeFileSync(
      file,
      'This is no database, but a text that is longer than the header of one would be.'.repeat(20),
    )
    const found = await one('databases', { LATCHKEY_USERS_DATABASE: `sqlite:${file}` })
    assert.match(
      found[0] ?? '',
      /^fail \| Cannot open the database .*not a database \| move .*damaged\.db away, then restore a backup/,
    )
  })

  test('one that this user may not open', { skip: isRoot && 'root may open every file' }, async () => {
    const file = join(temporaryFolder(), 'closed.db')
    writeFileSync(file, '', { mode: 0o000 })
    const found = await one('databases', { LATCHKEY_USERS_DATABASE: `sqlite:${file}` })
    assert.match(found[0] ?? '', /^fail \| [^|]*\| run this as the user that the service runs as/)
  })

  test('a schema that lacks a migration, and one of a newer version', async () => {
    const last = (db: DatabaseSync) =>
      db.exec('DELETE FROM migrations WHERE name = (SELECT MAX(name) FROM migrations)')
    assert.match(
      (await one('schema', brokenCopy('users', last)))[0] ?? '',
      /^warn \| the users database lacks \d+-/,
    )
    const newer = (name: string) => (db: DatabaseSync) =>
      db.exec(`INSERT INTO migrations VALUES ('${name}', 'x', 0)`)
    assert.match(
      (await one('schema', brokenCopy('auth', newer('9999-from-the-future.sql'))))[0] ?? '',
      /^warn \| the auth database has 9999-from-the-future\.sql of a newer version/,
    )
    assert.match(
      (await one('schema', brokenCopy('auth', newer('9999-from-the-future.contract.sql'))))[0] ?? '',
      /^fail \| the auth database has 9999-from-the-future\.contract\.sql of a newer version[^|]*\| start the newer version, or restore a backup/,
    )
    const other = (db: DatabaseSync) =>
      db.exec("UPDATE migrations SET checksum = 'x' WHERE name LIKE '0001-%'")
    assert.match(
      (await one('schema', brokenCopy('users', other)))[0] ?? '',
      /^fail \| the users database was made with another 0001-users\.sql \| run the version that created it/,
    )
  })

  test('a journal that is not the one of the services', async () => {
    const changed = brokenCopy('auth', (db) => db.exec('PRAGMA journal_mode = DELETE'))
    assert.match(
      (await one('durability', changed))[0] ?? '',
      /^warn \| the journal of the auth database is "delete"/,
    )
    assert.match((await one('durability'))[0] ?? '', /^ok/)
  })

  test('a clock that was set back', async () => {
    const ahead = brokenCopy('users', (db) =>
      db.exec(`UPDATE events SET occurred_at = ${Date.now() + 600_000}`),
    )
    assert.match((await one('clock', ahead))[0] ?? '', /^warn \| the newest event is [56]\d\d\.\d s ahead/)
  })

  test('signing keys that nobody rotates', async () => {
    const old = brokenCopy('auth', (db) =>
      db.exec("UPDATE signing_keys SET activated_at = 0 WHERE status = 'active'"),
    )
    assert.match(
      (await one('signing keys', old))[0] ?? '',
      /^fail \| the oldest of 2 that sign is \d+ days old/,
    )
    assert.match((await one('signing keys'))[0] ?? '', /^ok/)
  })

  test('webhooks that fail, and one that was disabled for it; not one that somebody disabled', async () => {
    assert.match((await one('webhooks'))[0] ?? '', /^ok \| 1, none fails/)
    const failing = brokenCopy('users', (db) =>
      db.exec(`UPDATE webhooks SET failing_since = ${Date.now() - 7_200_000}`),
    )
    assert.match(
      (await one('webhooks', failing))[0] ?? '',
      /^warn \| the webhook to 127\.0\.0\.1:\d+ has failed for 2 hours/,
    )
    const disabled = brokenCopy('users', (db) => db.exec("UPDATE webhooks SET disabled_reason = 'failing'"))
    assert.match((await one('webhooks', disabled))[0] ?? '', /^fail \| .*latchkey webhooks enable /)
    const asked = brokenCopy('users', (db) => db.exec("UPDATE webhooks SET disabled_reason = 'requested'"))
    assert.match((await one('webhooks', asked))[0] ?? '', /^ok/)
  })

  test('password hashes that are fast to guess', async () => {
    const set = `UPDATE users SET password_hash = '{SSHA}nZcT0LxGzv8uqDFirj5KJZkew3PN2XvP', password_form = 'salted-sha sha1'`
    const fast = brokenCopy('users', (db) => db.exec(set))
    assert.match(
      (await one('password hashes', fast))[0] ?? '',
      /^warn \| \d+ are fast to guess .*\| stop the service first, then: latchkey users wrap-passwords/,
    )
    const switched = brokenCopy('users', (db) => {
      db.exec(set)
      db.exec("INSERT INTO migrations VALUES ('0031-wrapped-passwords.contract.sql', 'x', 0)")
    })
    assert.match(
      (await one('password hashes', switched))[0] ?? '',
      /^ok \| \d+ are fast to guess; the user service is storing/,
    )
    assert.match((await one('password hashes'))[0] ?? '', /^ok/)
  })

  test('orders to end sessions that wait for longer than a minute', async () => {
    const waiting = (ageMs: number) =>
      brokenCopy('users', (db) => {
        for (const id of ['1', '2'])
          db.prepare(
            `INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts)
            VALUES (?, 'auth', 'revoked', ?, 1, '{}', ?, 1, 9)`,
          ).run(id, id, Date.now() - ageMs)
      })
    const [late = ''] = await one('session ends', waiting(3 * 3_600_000))
    assert.match(
      late,
      /^warn \| 2 requests to end sessions are pending, the first since \d{4}-\d\d-\d\dT[\d:.]+Z: .*LATCHKEY_AUTH_URL/,
    )
    assert.match((await one('session ends', waiting(1_000)))[0] ?? '', /^ok/)
    assert.match((await one('session ends'))[0] ?? '', /^ok/)
  })

  test('failed deliveries', async () => {
    const dead = brokenCopy('users', (db) => {
      const insert = `INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, dead_at)
        VALUES (?, ?, 'x', ?, 1, '{}', 1, 1, 9, 1)`
      for (const [id, sink] of [
        ['1', 'webhook:a'],
        ['2', 'webhook:b'],
        ['3', 'mail'],
      ] as const)
        db.prepare(insert).run(id, sink, id)
    })
    assert.match(
      (await one('deliveries', dead))[0] ?? '',
      /^warn \| failed deliveries: (2 to webhook, 1 to mail|1 to mail, 2 to webhook)/,
    )
    assert.match((await one('deliveries'))[0] ?? '', /^ok/)
  })
})

test('sign up: open to anybody, and nobody has decided that', async () => {
  assert.match(
    (await one('sign up'))[0] ?? '',
    /^warn \| sign-up is open to everyone, because LATCHKEY_SIGNUP is not set \| LATCHKEY_SIGNUP=closed/,
  )
  for (const choice of ['open', 'private', 'closed'])
    assert.deepEqual(await one('sign up', { LATCHKEY_SIGNUP: choice }), [`ok | LATCHKEY_SIGNUP is ${choice}`])
  const { LATCHKEY_PUBLIC_URL: _, ...atHome } = environment
  assert.match((await examineOne('sign up', { environment: atHome }))[0] ?? '', /^ok \|/)
})

describe('admins', () => {
  const changed = (change: string) => brokenCopy('users', (db) => db.exec(change))
  const confirmed = `UPDATE users SET email = 'ada@example.com', email_verified_at = 1 WHERE role = 'admin'`

  test('the address of the first admin, which gets no mail', async () => {
    const found = (await one('admins')).join('\n')
    assert.match(
      found,
      /^warn \| admin has the address admin@latchkey\.invalid, which receives no email \| latchkey users update admin --email ADDRESS/,
    )
    assert.doesNotMatch(found, /unconfirmed/)
  })

  test('an address that nobody has confirmed', async () => {
    const copy = changed(`UPDATE users SET email = 'ada@example.com' WHERE role = 'admin'`)
    assert.match(
      (await one('admins', copy)).join('\n'),
      /warn \| admins with an unconfirmed email address: admin \| [^|]*latchkey users verify-email admin/,
    )
  })

  test('no second factor: what to do goes by the setting that requires one', async () => {
    const copy = changed(confirmed)
    const found = await one('admins', copy)
    assert.deepEqual(found, [
      'warn | admins without a second factor: admin | LATCHKEY_REQUIRE_SECOND_FACTOR=admins requires one at the next sign-in',
    ])
    assert.match(
      (await one('admins', { ...copy, LATCHKEY_REQUIRE_SECOND_FACTOR: 'admins' })).join(),
      / \| latchkey sessions end admin: the next sign-in requires one$/,
    )
    const safe = changed(`${confirmed}; UPDATE users SET factors_version = 1 WHERE role = 'admin';
      INSERT INTO totp_factors SELECT id, 'x', 1, 0, 6, 30, 'SHA1' FROM users WHERE role = 'admin'`)
    assert.deepEqual(await one('admins', safe), ['ok | 1, with a second factor and a confirmed address'])
  })

  test('none that is active', async () => {
    assert.match(
      (await one('admins', changed(`UPDATE users SET status = 'suspended'`))).join(),
      /^fail \| no active admin/,
    )
  })
})

test('backup: none, one of now, and one of last week', async () => {
  assert.match((await one('backup'))[0] ?? '', /^warn \| `latchkey backup` never ran here/)
  const file = join(temporaryFolder(), 'b.tgz')
  assert.equal((await runInHost(['backup', file], environment)).code, 0)
  assert.match((await one('backup'))[0] ?? '', /^ok \| the last one is 0 minutes old/)
  writeFileSync(join(system.data, 'last-backup'), new Date(Date.now() - 7 * 86_400_000).toISOString())
  assert.match((await one('backup'))[0] ?? '', /^warn \| the last backup is 7 days old/)
})

test('disk: a data folder in memory', {
  skip: !existsSync('/dev/shm') && 'there is no /dev/shm',
}, async () => {
  assert.ok(!(await one('disk')).join().includes('in memory'))
  const copy = brokenCopy('users', () => {})
  const isInMemory = copy.LATCHKEY_DATA?.startsWith('/dev/shm')
  assert.equal((await one('disk', copy)).join().includes('in memory'), isInMemory)
})

test('node: one that is older than the one that comes with Latchkey', async () => {
  const { versions } = process
  assert.match((await one('node'))[0] ?? '', /^ok/)
  Object.defineProperty(process, 'versions', { value: { ...versions, node: '24.15.0' } })
  try {
    assert.match((await one('node'))[0] ?? '', /^warn \| 24\.15\.0 is older than /)
  } finally {
    Object.defineProperty(process, 'versions', { value: versions })
  }
})

describe('services', () => {
  test('both answer, in the version of this command', async () => {
    const found = await one('services')
    assert.equal(found.length, 2)
    for (const line of found) assert.match(line, /^ok \| (users|auth) at http:\/\/127\.0\.0\.1:\d+: version /)
  })

  test('one that has another service token', async () => {
    const found = await one('services', {
      LATCHKEY_SERVICE_TOKEN: 'Ea5vTq9Wn2mKx7RbLc1Yd8HsGf4Jp6ZuNoViX3tk',
    })
    for (const line of found) assert.match(line, /^fail \| .* does not accept this service token/)
  })

  test('one service alone: the other one is asked where the setting says', async () => {
    const alone = { ...environment, LATCHKEY_AUTH_URL: system.authUrl, LATCHKEY_AUTH_PORT: '1' }
    const found = await examineOne('services', { environment: alone, service: 'users' })
    assert.equal(found[1]?.includes(`auth at ${system.authUrl}: version`), true, `${found}`)
    const settings = await examineOne('settings', {
      environment: {
        ...environment,
        LATCHKEY_DATA: join(system.data, 'empty'),
        LATCHKEY_USERS_DATABASE: `sqlite:${join(system.data, 'users.db')}`,
      },
      service: 'users',
    })
    assert.match(settings.join(), /fail \| LATCHKEY_SERVICE_TOKEN must be set when one service runs alone/)
  })

  test('one whose health cannot be read: a wrong URL of the other one is reported all the same', async () => {
    const [nowhere] = await freePorts(1)
    const arrival = { version: packageVersion(), node: '24', other_service: `http://127.0.0.1:${nowhere}` }
    await using server = await startLocalServer(({ url }, response) => {
      if (url === arrivalPath) response.end(JSON.stringify({ ...arrival, now: Date.now() }))
      else response.destroy()
    })
    const [own, astray] = await one('services', { LATCHKEY_USERS_PORT: new URL(server.url).port })
    assert.match(own ?? '', /^fail \| users at \S+ cannot be queried: /)
    assert.match(
      astray ?? '',
      /^fail \| users asks the authentication service at \S+, where there is no response/,
    )
    assert.ok(astray?.includes(arrival.other_service))
  })

  test('one that does not run', async () => {
    const [port] = await freePorts(1)
    assert.match(
      (await one('services', { LATCHKEY_AUTH_PORT: `${port}` }))[1] ?? '',
      /^warn \| auth: no response at /,
    )
  })
})

describe('mail', () => {
  const from = { LATCHKEY_MAIL_FROM: 'Shop <noreply@shop.example>' }

  test('a server that takes mail is greeted, and gets none', async () => {
    await using smtp = await startMailServer()
    assert.match(
      (await one('mail', { ...from, LATCHKEY_SMTP_URL: smtp.url }))[0] ?? '',
      /^ok \| 127\.0\.0\.1:\d+ accepts email from noreply@shop\.example, greeted as auth\.example\.com$/,
    )
    const publicUrl = { LATCHKEY_PUBLIC_URL: 'https://id.shop.example' }
    assert.match(
      (await one('mail', { ...from, ...publicUrl, LATCHKEY_SMTP_URL: smtp.url }))[0] ?? '',
      /, greeted as id\.shop\.example$/,
    )
    assert.equal(smtp.received.length, 0)
    const settings = { ...environment, ...from, LATCHKEY_SMTP_URL: smtp.url }
    const sent = await examineOne('mail', { environment: settings, mailTo: 'ada@example.com' })
    assert.match(sent[0] ?? '', /^ok \| the mail server accepted the test email/)
    assert.deepEqual(
      smtp.received.map(({ to }) => to),
      [['ada@example.com']],
    )
  })

  test('nobody listens, or the login is refused: neither the login nor its secret is printed', async () => {
    const [port] = await freePorts(1)
    assert.match(
      (await one('mail', { ...from, LATCHKEY_SMTP_URL: `smtp://127.0.0.1:${port}` }))[0] ?? '',
      /^fail \| The mail server cannot be used \(ECONNECTION|^fail \| The mail server cannot be used \(ESOCKET/,
    )
    await using smtp = await startMailServer({
      disabledCommands: ['STARTTLS'],
      authOptional: false,
      onAuth: (_auth, _session, callback) => callback(new Error('No such login for ada@example.com')),
    })
    const url = smtp.url.replace('smtp://', 'smtp://somebody:hunter-22@')
    const [refused = ''] = await one('mail', { ...from, LATCHKEY_SMTP_URL: `${url}?tls=none` })
    assert.match(refused, /^fail \| The mail server cannot be used \(EAUTH\)/)
    assert.doesNotMatch(refused, /hunter|somebody|ada@/)
  })

  test('no server where others are served, and TLS that the server does not have', async () => {
    assert.match((await one('mail'))[0] ?? '', /^warn \| no mail server/)
    await using smtp = await startMailServer()
    assert.match(
      (await one('mail', { ...from, LATCHKEY_SMTP_URL: `${smtp.url}?tls=required` }))[0] ?? '',
      /^fail \| /,
    )
  })
})

test('nats: nobody listens there', async () => {
  assert.match((await one('nats'))[0] ?? '', /^skipped/)
  const [port] = await freePorts(1)
  const [found = ''] = await one('nats', { LATCHKEY_NATS_URL: `nats://somebody:hunter-22@127.0.0.1:${port}` })
  assert.match(found, /^fail \| NATS cannot be used: /)
  assert.doesNotMatch(found, /hunter/)
})

test('nats: no stream takes the events', { skip: !hasNatsServer && 'there is no nats-server' }, async () => {
  await using server = await newNatsServer({ user: 'latchkey', pass: 'a-password-of-nats' })
  await server.start()
  const found = await one('nats', {
    LATCHKEY_NATS_URL: `nats://latchkey:a-password-of-nats@${server.address}`,
  })
  assert.match(found[0] ?? '', /^fail \| no JetStream stream receives latchkey\.events\.>/)
  assert.match(
    (await one('nats', { LATCHKEY_NATS_URL: `nats://latchkey:wrong@${server.address}` }))[0] ?? '',
    /^fail \| NATS cannot be used/,
  )
})
