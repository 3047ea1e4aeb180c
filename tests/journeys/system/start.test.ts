import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { packageRevision } from '#runtime/package-revision.ts'
import { packageVersion } from '#runtime/package-version.ts'
import { runInHost } from '#tests/support/command-host.ts'
import { mailTo } from '#tests/support/mail.ts'
import { freePorts, latchkey, newMasterKey, startProcess } from '#tests/support/process.ts'
import type { Ended } from '#tests/support/run-command.ts'
import { send } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'

const folders: string[] = []
const newFolder = (): string => {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder
}
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const anyPorts = {
  LATCHKEY_USERS_PORT: '0',
  LATCHKEY_AUTH_PORT: '0',
  LATCHKEY_ISSUER: 'https://auth.example.com',
  LATCHKEY_MAILBOX: 'on',
}
const ada = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
const credentials = { username: 'ada', password: ada.password }

test('I62 kill -9 right after a 201, a login, a logout: what was answered is there after the restart', async () => {
  const environment = { ...anyPorts, LATCHKEY_DATA: newFolder() }
  const killedAfter = async <T>(work: (at: { users: string; auth: string }) => Promise<T>): Promise<T> => {
    await using started = await startProcess([], environment)
    const result = await work(started)
    assert.equal(await started.end('SIGKILL'), 'SIGKILL')
    return result
  }
  const created = await killedAfter(({ users }) => send('POST', `${users}/users/create`, { body: ada }))
  assert.equal(created.status, 201)
  const pair = await killedAfter(({ auth }) => send('POST', `${auth}/auth/login`, { body: credentials }))
  assert.equal(pair.status, 200, 'the user is there')
  const token = pair.body.access_token
  const loggedOut = await killedAfter(async ({ auth, users }) => {
    const me = await send('GET', `${users}/api/v1/users/me`, { token })
    assert.deepEqual([me.status, me.body.id], [200, created.body.id], 'the session is there')
    return send('POST', `${auth}/auth/logout`, { token })
  })
  assert.equal(loggedOut.status, 200)
  const refused = await killedAfter(({ auth }) => send('GET', `${auth}/auth/validate`, { token }))
  assert.deepEqual([refused.status, refused.body.reason], [401, 'logout'], 'the token is refused')
})

test('the first start makes the secrets and the user admin, for their owner only; the second makes nothing', async () => {
  const data = join(newFolder(), 'made', 'here')
  const environment = { ...anyPorts, LATCHKEY_DATA: data }
  await using first = await startProcess([], environment)
  assert.equal(await first.end('SIGTERM'), 0)
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
  assert.equal(mode(data), '700')
  for (const file of readdirSync(data)) assert.equal(mode(join(data, file)), '600', file)
  const contents = () =>
    ['admin-password', 'master-key', 'service-token'].map((file) => readFileSync(join(data, file), 'utf8'))
  const before = contents()
  await using second = await startProcess([], environment)
  const password = before[0]?.trim()
  const login = await send('POST', `${second.auth}/auth/login`, { body: { username: 'admin', password } })
  assert.deepEqual([login.status, login.body.user.role], [200, 'admin'])
  assert.equal(await second.end('SIGINT'), 0)
  assert.deepEqual(contents(), before)
  assert.ok(!second.lines.join('').includes(password ?? ' '))
})

test('the first line that a machine reads is JSON, the last of the start says that it is ready', async () => {
  await using started = await startProcess([], { ...anyPorts, LATCHKEY_DATA: newFolder() })
  const last = JSON.parse(started.lines.at(-1) ?? '') as Record<string, unknown>
  assert.equal(last.msg, 'ready')
  assert.deepEqual([last.version, last.revision], [packageVersion(), packageRevision()])
  assert.match(String(last.users), /^http:\/\/localhost:\d+$/)
  assert.equal(await started.end('SIGTERM'), 0)
})

test('I71 SIGTERM lets what is under way finish, and refuses what comes after', async () => {
  await using started = await startProcess([], { ...anyPorts, LATCHKEY_DATA: newFolder() })
  const users = Array.from({ length: 12 }, (_, at) => ({
    ...ada,
    username: `u-${at}`,
    email: `u${at}@example.com`,
  }))
  const underWay = users.map((body) => send('POST', `${started.users}/users/create`, { body }))
  await Promise.race(underWay)
  const ended = started.end('SIGTERM')
  const replies = await Promise.allSettled(underWay)
  const statuses = replies.map((reply) =>
    reply.status === 'fulfilled' ? reply.value.status : String(reply.reason?.cause ?? reply.reason),
  )
  assert.deepEqual(
    [...new Set(statuses)].filter((status) => status !== 201 && status !== 503),
    [],
  )
  assert.ok(statuses.filter((status) => status === 201).length >= 2, `${statuses}`)
  assert.equal(await ended, 0)
})

test('one service alone, with the other one elsewhere and the internal routes on a port of their own', async () => {
  const [usersPort, usersInternal, authPort, authInternal] = await freePorts(4)
  const secrets = {
    LATCHKEY_SERVICE_TOKEN: 'T2mZq8Wn5vKx1RbLc7Yd4HsGf9Jp3EuAoNiV6tXk',
    LATCHKEY_MASTER_KEY: newMasterKey(),
  }
  await using users = await startProcess(
    [
      'users',
      '--users-port',
      `${usersPort}`,
      '--internal-port',
      `${usersInternal}`,
      '--auth-url',
      `http://127.0.0.1:${authInternal}`,
    ],
    { ...secrets, LATCHKEY_DATA: newFolder() },
  )
  await using auth = await startProcess(
    [
      'auth',
      '--auth-port',
      `${authPort}`,
      '--internal-port',
      `${authInternal}`,
      '--users-url',
      `http://127.0.0.1:${usersInternal}`,
    ],
    { ...secrets, LATCHKEY_DATA: newFolder() },
  )
  assert.equal((await send('POST', `${users.users}/users/create`, { body: ada })).status, 201)
  const login = await send('POST', `${auth.auth}/auth/login`, { body: credentials })
  assert.equal(login.status, 200)
  const token = login.body.access_token
  assert.equal((await send('GET', `${users.users}/users/username/ada`, { token })).status, 200)
  assert.equal((await send('POST', `${users.users}/auth/login`, { body: credentials })).status, 404)
  const internal = { token: secrets.LATCHKEY_SERVICE_TOKEN, body: credentials }
  for (const [port, status] of [
    [usersPort, 404],
    [usersInternal, 200],
  ] as const) {
    const reply = await send('POST', `http://127.0.0.1:${port}/internal/validate-user`, internal)
    assert.equal(reply.status, status)
  }
  assert.equal((await send('GET', `http://127.0.0.1:${authInternal}/auth/validate`, { token })).status, 404)
  assert.deepEqual([await users.end('SIGTERM'), await auth.end('SIGTERM')], [0, 0])
})

test('a mailbox that was asked for by name is there beside a public URL and on an address that others reach', async () => {
  await using started = await startProcess([], {
    ...anyPorts,
    LATCHKEY_DATA: newFolder(),
    LATCHKEY_HOST: '0.0.0.0',
    LATCHKEY_PUBLIC_URL: 'https://id.shop.example',
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
  })
  assert.ok(started.lines.some((line) => line.includes('/dev/mail?key=')))
})

test('on all addresses one setting is enough for a first start: the mailbox, asked for by name', async () => {
  const data = newFolder()
  await using started = await startProcess([], {
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_DATA: data,
    LATCHKEY_HOST: '0.0.0.0',
    LATCHKEY_MAILBOX: 'on',
  })
  assert.equal((await send('POST', `${started.users}/users/create`, { body: ada })).status, 201)
  const mails = () => mailTo({ usersUrl: started.users, data }, ada.email)
  await until('a mail', async () => (await mails()).length > 0)
  const [mail] = await mails()
  assert.ok(mail?.text.includes(`${started.auth}/account/`), mail?.text)
})

test('an address that others reach is listened on once a mail server is set, which the auth service does not need', async () => {
  const secrets = {
    LATCHKEY_SERVICE_TOKEN: 'T2mZq8Wn5vKx1RbLc7Yd4HsGf9Jp3EuAoNiV6tXk',
    LATCHKEY_MASTER_KEY: newMasterKey(),
  }
  const open = { ...anyPorts, ...secrets, LATCHKEY_HOST: '0.0.0.0' }
  const inClearText = ({ lines }: { lines: string[] }) =>
    lines.filter((line) => line.includes('in clear text')).length
  await using auth = await startProcess(['auth'], { ...open, LATCHKEY_DATA: newFolder() })
  assert.equal(inClearText(auth), 1, 'the log warns of clear text')
  const mail = {
    LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9',
    LATCHKEY_MAIL_FROM: 'Shop <noreply@shop.example>',
    LATCHKEY_PUBLIC_URL: 'https://id.shop.example',
  }
  const data = newFolder()
  const proxies = { LATCHKEY_TRUSTED_PROXIES: '10.0.0.1' }
  await using both = await startProcess([], { ...open, ...mail, ...proxies, LATCHKEY_DATA: data })
  assert.equal(inClearText(both), 0, 'a proxy in front has TLS')
  assert.deepEqual(
    readdirSync(data).filter((name) => /^(service-token|master-key)$/.test(name)),
    [],
    'no key file that nothing uses',
  )
  assert.equal((await send('GET', `${both.users}/dev/mail`)).status, 404)
  assert.ok(!both.lines.some((line) => line.includes('no mail server')))
  assert.deepEqual([await auth.end('SIGTERM'), await both.end('SIGTERM')], [0, 0])
})

test('a service token can be rotated: the old one is good while it is listed second', async () => {
  const old = 'Od6mVq3Wn8vKx1RbLc7Yz4HsGf2Jp9EuTcNiB5tk'
  const fresh = 'Fr3sHq6Wn9vKx2RbLc5Yd7MzGf1Jp8EuAoNiT4tk'
  await using started = await startProcess([], {
    ...anyPorts,
    LATCHKEY_DATA: newFolder(),
    LATCHKEY_SERVICE_TOKEN: `${fresh},${old}`,
  })
  const url = `${started.users}/internal/validate-user`
  for (const token of [fresh, old]) {
    assert.equal((await send('POST', url, { token, body: credentials })).body.code, 'invalid_credentials')
  }
  assert.equal(
    (await send('POST', url, { token: `${fresh},${old}`, body: credentials })).body.code,
    'service_token_invalid',
  )
  await started.end('SIGTERM')
})

describe('what cannot start says why in one line for each fault, and changes nothing', () => {
  const refused = (args: string[], environment: Record<string, string>, exit: number, expected: RegExp) =>
    assertRefused(latchkey(args, environment), exit, expected)
  /** Asserts a refusal like `refused`, but in one process for all commands, which is faster. Other tests start real processes. */
  const refusedInHost = async (
    args: string[],
    environment: Record<string, string>,
    exit: number,
    expected: RegExp,
  ) => assertRefused(await runInHost(args, environment), exit, expected)
  function assertRefused({ code, out, err }: Ended, exit: number, expected: RegExp): string {
    assert.equal(code, exit, err)
    assert.match(err, expected)
    assert.doesNotMatch(err, /\n\s+at /, 'no stack')
    assert.equal(out, '')
    return err
  }

  test('wrong settings: a line for each, exit 2', () => {
    const data = join(newFolder(), 'data')
    const environment = {
      LATCHKEY_DATA: data,
      LATCHKEY_USERS_PORT: '99999',
      LATCHKEY_SIGNUP: 'maybe',
      LATCHKEY_SINGUP: 'open',
      LATCHKEY_SERVICE_TOKEN: 'too-short-secret',
      LATCHKEY_ACCESS_TOKEN_LIFETIME: '15',
      LATCHKEY_HOST: 'example.com',
    }
    const err = refused(['start'], environment, 2, /LATCHKEY_SINGUP is not a setting/)
    assert.equal(err.trim().split('\n').length, 6)
    assert.ok(!err.includes('too-short-secret'))
    assert.ok(!existsSync(data))
  })

  test('a setting for clients on other machines, or a mailbox that is off, without a mail server', async () => {
    const here = { LATCHKEY_USERS_PORT: '0', LATCHKEY_AUTH_PORT: '0' }
    const signs: Record<string, string>[] = [
      { LATCHKEY_HOST: '192.0.2.1' },
      { LATCHKEY_PUBLIC_URL: 'https://id.shop.example' },
      { LATCHKEY_ISSUER: 'https://auth.example.com' },
      { LATCHKEY_ISSUER: 'shop' },
      { LATCHKEY_TRUSTED_PROXIES: '10.0.0.0/8' },
      { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1', LATCHKEY_PUBLIC_URL: 'http://localhost:8090/sign-in' },
    ]
    for (const sign of signs) {
      const data = join(newFolder(), 'data')
      const [name] = Object.keys(sign)
      const fault = new RegExp(
        `^latchkey: LATCHKEY_SMTP_URL must be set when other machines use Latchkey, as by ${name}\\. .*\n$`,
      )
      for (const command of [['start'], ['start', 'users']])
        await refusedInHost(command, { ...here, ...sign, LATCHKEY_DATA: data }, 2, fault)
      assert.ok(!existsSync(data))
    }
    const all = { ...here, ...Object.assign({}, ...signs), LATCHKEY_HOST: '::' }
    await refusedInHost(
      ['start'],
      all,
      2,
      /by LATCHKEY_HOST and LATCHKEY_ISSUER and LATCHKEY_TRUSTED_PROXIES\./,
    )
    const off = { ...here, LATCHKEY_MAILBOX: 'off' }
    const mailboxOff = /^latchkey: LATCHKEY_SMTP_URL must be set when LATCHKEY_MAILBOX is off.\n$/
    await refusedInHost(['start'], off, 2, mailboxOff)
  })

  test('a key of the mailbox that anybody could guess', async () => {
    const data = newFolder()
    writeFileSync(join(data, 'mailbox-key'), 'mail\n')
    await refusedInHost(
      ['start'],
      { ...anyPorts, LATCHKEY_DATA: data },
      2,
      /^latchkey: The file .*mailbox-key has no key.*\n$/,
    )
  })

  test('a mail server without a sender; links in mails that would lead nowhere', async () => {
    const environment = { ...anyPorts, LATCHKEY_SMTP_URL: 'smtp://shop:a-secret-of-the-shop@mail.example' }
    const noSender = /^latchkey: LATCHKEY_MAIL_FROM must be set .*\n$/
    const err = await refusedInHost(['start'], environment, 2, noSender)
    assert.ok(!err.includes('a-secret'))
    const nowhere = {
      ...anyPorts,
      LATCHKEY_HOST: '0.0.0.0',
      LATCHKEY_SMTP_URL: 'smtp://mail.example',
      LATCHKEY_MAIL_FROM: 'noreply@shop.example',
    }
    await refusedInHost(['start'], nowhere, 2, /^latchkey: LATCHKEY_PUBLIC_URL must be set .*\n$/)
  })

  test('an unknown flag, command or profile: exit 2', async () => {
    const err = refused(['start', '--user-port', '1', '--dta', 'x'], {}, 2, /Unknown flag --user-port/)
    assert.match(err, /Unknown flag --dta/)
    await refusedInHost(['start', '--username', 'ada'], {}, 2, /Unknown flag --username/)
    await refusedInHost(['begin'], {}, 2, /Unknown command "begin"/)
    await refusedInHost(['start', '--profile', 'other'], {}, 2, /Unknown profile other/)
    await refusedInHost(
      ['start', '--env-file', '/does/not/exist'],
      {},
      2,
      /Cannot read the file \/does\/not\/exist/,
    )
  })

  test('a port in use', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const data = join(newFolder(), 'data')
    const environment = { ...anyPorts, LATCHKEY_DATA: data, LATCHKEY_AUTH_PORT: `${port}` }
    refused(
      ['start'],
      environment,
      1,
      new RegExp(
        `^latchkey: Cannot listen on 127.0.0.1 port ${port} \\(LATCHKEY_AUTH_PORT\\): it is in use. Nothing was changed.\n$`,
      ),
    )
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port: otherPort } = other.address() as { port: number }
    const two = { ...environment, LATCHKEY_USERS_OPS_PORT: `${otherPort}` }
    const each = /\(LATCHKEY_AUTH_PORT\): it is in use.*\n.*\(LATCHKEY_USERS_OPS_PORT\): it is in use.*\n$/
    await refusedInHost(['start'], two, 1, each)
    const same = { ...environment, LATCHKEY_AUTH_GRPC_PORT: `${port}` }
    const both = new RegExp(`LATCHKEY_AUTH_PORT and LATCHKEY_AUTH_GRPC_PORT are both ${port}: each needs`)
    await refusedInHost(['start'], same, 1, both)
    other.close()
    assert.ok(!existsSync(data))
    server.close()
  })

  test('a data folder that cannot be written', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    refused(
      ['start'],
      { ...anyPorts, LATCHKEY_DATA: join(folder, 'file') },
      1,
      /^latchkey: The data folder .*file cannot be written: .*\n$/,
    )
    if (process.getuid?.() !== 0) {
      mkdirSync(join(folder, 'locked'), { mode: 0o500 })
      refused(['start'], { ...anyPorts, LATCHKEY_DATA: join(folder, 'locked') }, 1, /cannot be written/)
    }
  })

  test('a database of a newer version, or none at all', async () => {
    const data = newFolder()
    const environment = { ...anyPorts, LATCHKEY_DATA: data }
    await (await startProcess([], environment)).end('SIGTERM')
    const database = new DatabaseSync(join(data, 'users.db'))
    database.exec(`INSERT INTO migrations VALUES ('9999-from-the-future.contract.sql', 'x', 0)`)
    database.close()
    const before = readFileSync(join(data, 'users.db'))
    refused(
      ['start'],
      environment,
      1,
      /^latchkey: The database was changed by a newer version of Latchkey.*9999-from-the-future.*\n$/,
    )
    assert.deepEqual(readFileSync(join(data, 'users.db')), before)
    writeFileSync(join(data, 'users.db'), 'this is no database, however long it may be'.repeat(100))
    refused(['start'], environment, 1, /^latchkey: Cannot open the database .*users\.db: .*\n$/)
  })

  test('a database of a newer version, before the other one is made or anything else', async () => {
    const data = newFolder()
    const database = new DatabaseSync(join(data, 'users.db'))
    database.exec(`CREATE TABLE migrations (name TEXT, checksum TEXT, applied_at BIGINT);
      INSERT INTO migrations VALUES ('9999-from-the-future.contract.sql', 'x', 0)`)
    database.close()
    refused(['start'], { ...anyPorts, LATCHKEY_DATA: data }, 1, /changed by a newer version/)
    assert.deepEqual(readdirSync(data), ['users.db'])
  })

  test('a secret in the data folder that is none', async () => {
    for (const [file, setting] of [
      ['service-token', 'service-token'],
      ['master-key', 'master-key'],
    ] as const) {
      const data = newFolder()
      writeFileSync(join(data, file), '')
      const fault = new RegExp(`The file .*${setting} `)
      await refusedInHost(['start'], { ...anyPorts, LATCHKEY_DATA: data }, 2, fault)
    }
  })

  test('one service alone without the secrets that a start of both would make', async () => {
    for (const service of ['users', 'auth']) {
      const data = join(newFolder(), 'data')
      const err = await refusedInHost(
        ['start', service],
        { ...anyPorts, LATCHKEY_DATA: data },
        2,
        /LATCHKEY_SERVICE_TOKEN must be set/,
      )
      assert.match(err, /LATCHKEY_MASTER_KEY must be set/)
      assert.ok(!existsSync(data))
    }
  })

  test('a master key that is not the one of the database', async () => {
    const data = newFolder()
    const environment = { ...anyPorts, LATCHKEY_DATA: data }
    await (await startProcess([], environment)).end('SIGTERM')
    const other = newMasterKey()
    refused(
      ['start'],
      { ...environment, LATCHKEY_MASTER_KEY: other },
      1,
      /LATCHKEY_MASTER_KEY is not the key/,
    )
    writeFileSync(join(data, 'master-key'), `${other}\n`)
    const err = refused(['start'], environment, 1, /\/master-key is not the key/)
    assert.doesNotMatch(err, /LATCHKEY_MASTER_KEY/, 'nobody has set it')
    const file = join(data, 'other-key')
    writeFileSync(file, `${other}\n`)
    const named = { ...environment, LATCHKEY_MASTER_KEY_FILE: file }
    refused(['start'], named, 1, /^latchkey: \S+\/other-key is not the key/m)
  })
})

describe('the other commands', () => {
  test('users create makes an admin who can log in, also while the services run', async () => {
    const environment = { ...anyPorts, LATCHKEY_DATA: newFolder() }
    await using started = await startProcess([], environment)
    const args = ['users', 'create', '--username', 'root2', '--email', 'root2@example.com', '--role', 'admin']
    const made = latchkey(args, environment)
    assert.equal(made.code, 0, made.err)
    const password = /^password {2}(\S+)/m.exec(made.out)?.[1]
    const login = await send('POST', `${started.auth}/auth/login`, { body: { username: 'root2', password } })
    assert.deepEqual([login.status, login.body.user.role], [200, 'admin'])
    const again = await runInHost(args, environment)
    assert.deepEqual(
      [again.code, again.out, again.err],
      [1, '', 'latchkey: Another user has this username.\n'],
    )
    const chosen = latchkey(
      ['users', 'create', '--username', 'ada', '--email', 'ada@example.com', '--password-stdin'],
      environment,
      `${ada.password}\n`,
    )
    assert.deepEqual([chosen.code, chosen.out.includes('password')], [0, false])
    assert.equal((await send('POST', `${started.auth}/auth/login`, { body: credentials })).status, 200)
    for (const [flag, value] of [
      ['--name', ''],
      ['--username', 'a b'],
      ['--email', 'nobody'],
      ['--role', 'root'],
    ] as const) {
      const wrong = await runInHost(
        [...args.filter((_, at) => at < 2), '--username', 'x-y', '--email', 'x@example.com', flag, value],
        environment,
      )
      assert.ok(wrong.code !== 0 && wrong.err !== '', flag)
    }
    await started.end('SIGTERM')
  })

  test('api-keys makes, lists and revokes keys beside services that run, and needs no login', async () => {
    const environment = { ...anyPorts, LATCHKEY_DATA: newFolder() }
    await using started = await startProcess([], environment)
    const create = (...flags: string[]) => runInHost(['api-keys', 'create', ...flags], environment)
    const askedAt = Date.now()
    const made = await create(
      '--name',
      'nightly import',
      '--scopes',
      'users:read, keys:write',
      '--expires',
      '30d',
    )
    const madeAt = Date.now()
    assert.equal(made.code, 0, made.err)
    const key = /^key {2,}(lk_[0-9A-Za-z]{49}) {3}\(shown only once\)$/m.exec(made.out)?.[1] ?? ''
    const id = /^id {2,}(\S+)$/m.exec(made.out)?.[1] ?? ''
    const list = await send('GET', `${started.users}/api/v1/api-keys`, { token: key })
    assert.equal(list.status, 200)
    const { name, scopes, created_by, expires_at } = list.body.data[0]
    assert.deepEqual([name, scopes, created_by], ['nightly import', ['users:read', 'keys:write'], null])
    const toldAt = Date.parse(expires_at) - 30 * 24 * 3_600_000
    assert.ok(askedAt <= toldAt && toldAt <= madeAt, `30 days from ${toldAt}, asked ${askedAt} to ${madeAt}`)
    const shown = async () => (await runInHost(['api-keys', 'list'], environment)).out
    assert.match(
      await shown(),
      new RegExp(`^${id} +nightly import +active .*command line +users:read keys:write$`, 'm'),
    )
    assert.ok(!(await shown()).includes(key.slice(3, -6)))
    const revoked = await runInHost(['api-keys', 'revoke', id], environment)
    assert.deepEqual([revoked.code, revoked.out], [0, `Revoked API key ${id}.\n`])
    assert.equal((await send('GET', `${started.users}/api/v1/api-keys`, { token: key })).status, 401)
    assert.match(await shown(), new RegExp(`^${id} .*revoked `, 'm'))

    const refused: [string[], number, RegExp][] = [
      [['create', '--name', 'x'], 2, /needs --name and --scopes/],
      [
        ['create', '--name', 'x', '--scopes', 'users:all'],
        2,
        /unknown scope users:all\. Scopes are: users:read, /,
      ],
      [['create', '--name', '', '--scopes', 'users:read'], 1, /^latchkey: name: /],
      [
        ['create', '--name', 'x', '--scopes', 'users:read', '--expires', '90'],
        2,
        /--expires is not a duration/,
      ],
      [['create', '--name', 'x', '--scopes', 'users:read', '--expires', '732d'], 1, /within two years/],
      [['revoke', key], 1, /^latchkey: There is no such API key\.\n$/],
      [['list', id], 2, /api-keys list takes no argument "[^"]+"\. See: latchkey help api-keys list/],
    ]
    for (const [words, code, expected] of refused) {
      const run = await runInHost(['api-keys', ...words], environment)
      assert.deepEqual([run.code, run.out], [code, ''], words.join(' '))
      assert.match(run.err, expected)
      assert.doesNotMatch(run.err, /\n\s+at /)
    }
    await started.end('SIGTERM')
  })

  test('api-keys list and revoke make no database where there is none', async () => {
    const data = join(newFolder(), 'mistyped')
    for (const args of [['list'], ['revoke', '01890000-0000-7000-8000-000000000000']]) {
      const { code, err } = await runInHost(['api-keys', ...args], { LATCHKEY_DATA: data })
      assert.equal(code, 1)
      assert.match(err, /There is no database .*mistyped/)
    }
    assert.equal(existsSync(data), false)
  })

  test('settings shows what is in force and where it came from, and no secret', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'env'), 'LATCHKEY_SIGNUP=closed\nLATCHKEY_AUDIENCE=shop\n')
    writeFileSync(join(folder, 'token'), 'Fi7lEq4Wn8vKx3RbLc6Yd1HsGz5Jp9TuAoNiV2mk\n')
    const { code, out } = await runInHost(
      ['settings', '--env-file', join(folder, 'env'), '--audience', 'blog', '--profile', 'reference'],
      {
        LATCHKEY_HOST: '127.0.0.2',
        LATCHKEY_SMTP_URL: 'smtps://shop:a-secret-of-the-shop@mail.example',
        LATCHKEY_SERVICE_TOKEN_FILE: join(folder, 'token'),
      },
    )
    assert.equal(code, 0)
    const rows = new Map(
      out
        .trim()
        .split('\n')
        .map((line) => [line.split(/\s+/)[0], line.split(/\s{2,}/).slice(1)]),
    )
    assert.deepEqual(rows.get('LATCHKEY_SIGNUP'), ['closed', 'env file'])
    assert.deepEqual(rows.get('LATCHKEY_AUDIENCE'), ['blog', 'flag'])
    assert.deepEqual(rows.get('LATCHKEY_HOST'), ['127.0.0.2', 'environment'])
    assert.deepEqual(rows.get('LATCHKEY_USERS_PORT'), ['9000', 'profile'])
    assert.deepEqual(rows.get('LATCHKEY_AUTH_PORT'), ['9001', 'profile'])
    assert.deepEqual(rows.get('LATCHKEY_DATA'), ['./data', 'default'])
    assert.deepEqual(rows.get('LATCHKEY_SERVICE_TOKEN'), ['********', 'secret file'])
    assert.ok(!out.includes('out-of-a-file'))
    assert.deepEqual(rows.get('LATCHKEY_SMTP_URL'), ['smtps://shop:********@mail.example', 'environment'])
  })

  test('mail preview writes each mail in each language, and needs to be told where', async () => {
    const folder = join(newFolder(), 'preview')
    const [, written] =
      /^Wrote (\d+) emails to /.exec((await runInHost(['mail', 'preview', folder])).out) ?? []
    assert.ok(Number(written) >= 36)
    assert.equal(readdirSync(folder).length, 2 * Number(written), 'as HTML and as text')
    const branded = join(newFolder(), 'preview')
    const data = newFolder()
    const environment = { LATCHKEY_DATA: data, LATCHKEY_BRAND_NAME: 'Acme', LATCHKEY_BRAND_COLOR: '#ffd500' }
    await runInHost(['mail', 'preview', branded], environment)
    const html = readFileSync(join(branded, 'invitation.en.html'), 'utf8')
    assert.match(html, />Acme<\/p>/)
    assert.match(html, /#ffd500/)
    assert.deepEqual(readdirSync(data), [], 'no database is made')
    assert.equal(
      (await runInHost(['mail', 'preview'])).err,
      'latchkey: mail preview needs one FOLDER. See: latchkey help mail preview\n',
    )
  })

  test('webhooks makes, lists, changes and replays beside services that run', async () => {
    await using receiver = await startReceiver()
    const environment = {
      ...anyPorts,
      LATCHKEY_DATA: newFolder(),
      LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow',
    }
    await using started = await startProcess([], environment)
    const run = async (...words: string[]) => {
      const { code, out, err } = await runInHost(['webhooks', ...words], environment)
      assert.equal(code, 0, err)
      return out
    }
    const url = `${receiver.url}/a-path-that-does-not-fit-into-a-table`
    const made = await run('create', '--url', url, '--events', 'user.created, user.email_change_requested')
    const id = /^id {2,}(\S+)$/m.exec(made)?.[1] ?? ''
    const secret = /^secret {2,}(whsec_\S{44})$/m.exec(made)?.[1] ?? ''
    assert.match(await run('list'), new RegExp(`^${id} {2}enabled {2}${url}$`, 'm'))
    receiver.answer = (_request, response) => void response.writeHead(410).end()
    const user = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
    assert.equal((await send('POST', `${started.users}/users/create`, { body: user })).status, 201)
    await until('it is disabled', async () => (await run('list')).includes(' gone '))
    assert.match(await run('deliveries', id), /^[0-9a-f-]{36} {2}user\.created {2}waiting 410$/m)
    receiver.answer = (_request, response) => void response.writeHead(204).end()
    assert.match(await run('enable', id), / enabled /)
    await until('it is delivered', async () => / delivered$/m.test(await run('deliveries', id)))
    assert.equal(await run('replay', id, '--since', '3d'), 'Queued deliveries: 0\n')
    const rotated = /^secret {2,}(whsec_\S{44})$/m.exec(await run('rotate-secret', id))?.[1] ?? ''
    assert.notEqual(rotated, secret)
    assert.match(await run('disable', id), / disabled /)
    assert.equal(await run('delete', id), `Deleted webhook ${id}.\n`)
    assert.equal(await run('list'), 'No webhooks.\n')

    const refused: [string[], number, RegExp][] = [
      [['create'], 2, /needs --url/],
      [['create', '--url', 'ftp://example.com'], 1, /^latchkey: url: This is not an https URL\.\n$/],
      [['create', '--url', url, '--events', 'user.creatd'], 1, /^latchkey: event_types\/0: /],
      [['enable'], 2, /needs one ID/],
      [['deliveries', id], 1, /^latchkey: There is no such webhook\.\n$/],
      [['replay', id, '--since', '3'], 2, /--since is not a duration/],
    ]
    for (const [words, code, expected] of refused) {
      const { out, err, ...failed } = await runInHost(['webhooks', ...words], environment)
      assert.deepEqual([failed.code, out], [code, ''], words.join(' '))
      assert.match(err, expected)
      assert.doesNotMatch(err, /\n\s+at /)
    }
    await started.end('SIGTERM')
  })

  test('version and help', async () => {
    assert.match(
      latchkey(['--version']).out,
      /^latchkey \d+\.\d+\.\d+(-[\w.]+)? \(revision [0-9a-f]{12}, Node \d+\.\d+\.\d+, SQLite \d+\.\d+\.\d+\)\n$/,
    )
    for (const args of [[], ['help'], ['--help']])
      assert.match((await runInHost(args)).out, /Usage:\n {2}latchkey COMMAND/)
  })
})
