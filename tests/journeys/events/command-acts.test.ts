import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { commands } from '#cli/commands.ts'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import type { ActResource } from '#contract/events/audit.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { newId } from '#runtime/ids.ts'
import { authenticatorApp } from '#tests/support/authenticator-app.ts'
import { runInHost } from '#tests/support/command-host.ts'

import { userRow, writeExport } from '#tests/support/export-file.ts'
import { pngOf } from '#tests/support/images.ts'
import { newInstallation } from '#tests/support/installation.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

/** The commands that neither change nor take data, or leave no act for another reason. */
const withoutAct: Record<string, string> = {
  start: 'a service acts for its callers',
  'start users': 'a service acts for its callers',
  'start auth': 'a service acts for its callers',
  health: 'it reads whether a service is ready',
  'health users': 'it reads whether a service is ready',
  'health auth': 'it reads whether a service is ready',
  'users list': 'it shows a page of a list, as the console does',
  'users show': 'it shows a user, as the console does',
  'users factors': 'it shows a user, as the console does',
  'users foreign-passwords': 'it counts password hashes by their form',
  'sessions list': 'it shows a list, as the console does',
  history: 'it shows what the audit has',
  'keys list': 'it shows public data of keys',
  'api-keys list': 'it shows a list without secrets',
  'webhooks list': 'it shows a list without secrets',
  'webhooks deliveries': 'it shows a list without secrets',
  'clients list': 'it shows a list without secrets',
  'branding show': 'it shows what pages show',
  'branding texts': 'it shows what pages show',
  'events list': 'it shows what the audit has',
  'events watch': 'it shows what the audit has',
  'events dead-letters': 'it shows a list',
  migrate: 'the table `migrations` has the name and the time of each change of the schema',
  'mail preview': 'it writes samples that no user is in',
  doctor: 'it reads, and writes one test mail at most',
  settings: 'it shows settings without secrets',
  version: 'it reads the version',
  completion: 'it prints a script',
  help: 'it prints a text',
}

/** What commands need: users in the states that they change, and a way to run them on the databases of the system. */
interface Scene {
  system: System
  folder: string
  /** The id that the last command printed. */
  lastId: string
  run(...args: string[]): Promise<string>
}

interface Step {
  command: string
  type: string
  args?: (scene: Scene) => Promise<string[]> | string[]
}

/** The other commands, in the order in which they run, with the type of the act that each leaves. */
const steps: Step[] = [
  {
    command: 'users create',
    type: 'user.created',
    args: () => ['--username', 'bob', '--email', 'b@example.com'],
  },
  { command: 'users invite', type: 'user.created', args: () => ['zoe@example.com'] },
  { command: 'users invite-all', type: 'user.invited', args: inviteLost },
  { command: 'users update', type: 'user.updated', args: () => ['ada', '--name', 'Ada'] },
  { command: 'users suspend', type: 'user.suspended', args: () => ['ada'] },
  { command: 'users restore', type: 'user.restored', args: () => ['ada'] },
  { command: 'users verify-email', type: 'user.email_verified', args: () => ['ada'] },
  { command: 'users reset-password', type: 'user.password_reset_sent', args: () => ['ada'] },
  { command: 'users reset-factors', type: 'user.factors_reset', args: withFactors },
  { command: 'users unlock', type: 'user.unlocked', args: lockedOut },
  { command: 'users export', type: 'export.ended' },
  { command: 'sessions end', type: 'session.ended', args: () => ['eve'] },
  { command: 'sessions end-all', type: 'session.all_ended' },
  { command: 'mail test', type: 'email.tested', args: adminWithAddress },
  { command: 'users delete', type: 'user.deleted', args: () => ['ada', '--yes'] },
  { command: 'keys rotate', type: 'keys.rotated' },
  { command: 'keys revoke', type: 'keys.rotated', args: signingKey },
  {
    command: 'api-keys create',
    type: 'api_key.created',
    args: () => ['--name', 'ci', '--scopes', 'users:read'],
  },
  { command: 'api-keys revoke', type: 'api_key.revoked', args: ({ lastId }) => [lastId] },
  { command: 'webhooks create', type: 'webhook.created', args: () => ['--url', 'http://127.0.0.1:9/hook'] },
  { command: 'webhooks rotate-secret', type: 'webhook.updated', args: ({ lastId }) => [lastId] },
  { command: 'webhooks replay', type: 'delivery.replayed', args: failedDelivery },
  { command: 'webhooks disable', type: 'webhook.disabled', args: ({ lastId }) => [lastId] },
  { command: 'webhooks enable', type: 'webhook.updated', args: ({ lastId }) => [lastId] },
  { command: 'webhooks delete', type: 'webhook.deleted', args: ({ lastId }) => [lastId] },
  { command: 'clients create', type: 'client.created', args: () => ['--name', 'App', ...clientFlags] },
  { command: 'clients update', type: 'client.updated', args: ({ lastId }) => [lastId, '--name', 'Other'] },
  { command: 'clients rotate-secret', type: 'client.secret_created', args: ({ lastId }) => [lastId] },
  { command: 'clients delete', type: 'client.deleted', args: ({ lastId }) => [lastId] },
  { command: 'branding set', type: 'branding.updated', args: () => ['--name', 'Acme'] },
  { command: 'branding set-image', type: 'branding.updated', args: logo },
  { command: 'branding delete-image', type: 'branding.updated', args: () => ['logo'] },
  {
    command: 'branding set-text',
    type: 'branding.updated',
    args: () => [...signInTitle, '--text', 'Welcome'],
  },
  { command: 'branding delete-text', type: 'branding.updated', args: () => signInTitle },
  { command: 'events replay', type: 'delivery.replayed', args: deadLetter },
  { command: 'backup', type: 'command.ended', args: ({ folder }) => [join(folder, 'backup.tgz')] },
  { command: 'export', type: 'command.ended', args: ({ folder }) => [join(folder, 'export.jsonl')] },
  { command: 'import', type: 'command.ended', args: ({ folder }) => [join(folder, 'export.jsonl')] },
]

/** The commands with a test of their own in this file. */
const apart = ['restore', 'users wrap-passwords']

const signInTitle = ['page.sign_in.title', '--locale', 'en']
const clientFlags = ['--redirect-uris', 'https://app.example.com/callback']
const operator = { os_user: userInfo().username, host: hostname() }

test('each command of the command line leaves an act, or has a reason to leave none', () => {
  const known = [...Object.keys(withoutAct), ...apart, ...steps.map(({ command }) => command)]
  const names = commands.map(({ name }) => name)
  assert.deepEqual(known.toSorted(), names.toSorted())
})

test('each act of a command says which account of the operating system ran it, and on which host', async () => {
  await using system = await startSystem()
  const environment = {
    LATCHKEY_DATA: system.data,
    LATCHKEY_AUTH_URL: system.authUrl,
    LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow',
  }
  const scene: Scene = {
    system,
    folder: temporaryFolder(),
    lastId: '',
    async run(...args) {
      const { code, out, err } = await runInHost(args, environment)
      assert.equal(code, 0, `${args.join(' ')}: ${err}`)
      return out
    },
  }
  for (const name of ['ada', 'eve']) await system.signUpAndLogIn(name)
  const { access_token: token } = await system.admin()
  const body = { name: 'reader', scopes: ['events:read'] }
  const { key } = (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })).body
  const seen = new Set<string>()
  for (const { command, type, args } of steps) {
    const out = await scene.run(...command.split(' '), ...((await args?.(scene)) ?? []))
    if (command.endsWith(' create')) scene.lastId = /^(?:id|client ID) +(\S+)/m.exec(out)?.[1] ?? ''
    await newAct(system, { command, type }, { key, seen })
  }
})

/** Waits for an act of a command that the test has not seen yet, and that says who ran the command. */
async function newAct(
  system: System,
  { command, type }: Step,
  { key, seen }: { key: string; seen: Set<string> },
): Promise<ActResource | undefined> {
  let found: ActResource | undefined
  await until(`an act ${type} of ${command} by ${operator.os_user} on ${operator.host}`, async () => {
    const acts = await actsOf(system, key, `?type=${type}&limit=200`)
    found = acts.find(
      ({ id, by, details }) =>
        !seen.has(id) &&
        by === null &&
        details.os_user === operator.os_user &&
        details.host === operator.host,
    )
    return found !== undefined
  })
  if (found) seen.add(found.id)
  return found
}

async function actsOf(system: System, token: string, query: string): Promise<ActResource[]> {
  const { status, body } = await system.send('GET', `${system.usersUrl}/api/v1/audit${query}`, { token })
  assert.equal(status, 200)
  return body.data
}

/** Makes an invitation end, so that its user counts as not invited. */
async function inviteLost({ system }: Scene): Promise<string[]> {
  const db = await system.database('users')
  await db.query`UPDATE links SET expires_at = 0 WHERE purpose = 'invitation'`
  return []
}

async function withFactors({ system }: Scene): Promise<string[]> {
  const { access_token: token } = await system.signUpAndLogIn('grace')
  const url = `${system.usersUrl}/api/v1/users/me/factors/totp`
  const { body } = await system.send('POST', url, { token })
  const app = authenticatorApp(body.secret, system.clock)
  const confirmed = await system.send('POST', `${url}/confirm`, { token, body: { code: app.nextCode() } })
  assert.equal(confirmed.status, 200)
  return ['grace']
}

async function lockedOut({ system }: Scene): Promise<string[]> {
  await system.signUp('heidi')
  const body = { username: 'heidi', password: 'a wrong password' }
  assert.equal((await system.send('POST', `${system.authUrl}/auth/login`, { body })).status, 401)
  return ['heidi']
}

/** Gives the first admin an address that receives email. */
async function adminWithAddress({ run }: Scene): Promise<string[]> {
  await run('users', 'update', 'admin', '--email', 'root@example.com')
  return ['admin']
}

function logo({ folder }: Scene): string[] {
  const file = join(folder, 'logo.png')
  writeFileSync(file, pngOf({ width: 64, height: 32 }))
  return ['logo', '--file', file]
}

async function signingKey({ run }: Scene): Promise<string[]> {
  const kid = (await run('keys', 'list')).split('\n')[1]?.split(' ')[0]
  return ['--kid', kid ?? '']
}

async function failedDelivery({ system, lastId }: Scene): Promise<string[]> {
  const db = await system.database('users')
  await db.query`
    INSERT INTO webhook_deliveries (webhook_id, event_id, type, state, attempts, created_at)
    SELECT ${lastId}, id, type, 'failed', 1, occurred_at FROM events WHERE type = 'user.created' LIMIT 1`
  return [lastId]
}

/** Stores an event that could not be delivered to NATS, and returns its id. */
async function deadLetter({ system }: Scene): Promise<string[]> {
  const id = newId(system.clock.now())
  const at = system.clock.now()
  const db = await system.database('users')
  await db.query`
    INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, last_error, dead_at)
    VALUES (${id}, 'nats', 'user.created', ${randomUUID()}, 1, '{}', ${at}, 0, 7, 'refused', ${at})`
  return [id]
}

test('taking all data and bringing data say how many rows and which file, and a file cannot bring an admin in silence', async () => {
  const folder = temporaryFolder()
  await using system = await startSystem()
  const environment = { LATCHKEY_DATA: system.data, LATCHKEY_AUTH_URL: system.authUrl }
  const run = (...args: string[]) => runInHost(args, environment)
  const rows = join(folder, 'rows.csv')
  writeFileSync(rows, 'username,email,role\nmallory,mallory@example.com,admin\nbob,bob@example.com,user\n')
  const exported = join(folder, 'users.jsonl')
  const backup = join(folder, 'backup.tgz')
  for (const args of [
    ['import', rows],
    ['export', exported],
    ['backup', backup],
  ]) {
    const { code, err } = await run(...args)
    assert.deepEqual([code, err], [0, ''], args.join(' '))
  }
  await run('import', exported)
  assert.equal((await run('import', '--dry-run', rows)).code, 0)
  const { access_token: token } = await system.admin()
  let ended: ActResource[] = []
  await until('the acts of four commands', async () => {
    ended = await actsOf(system, token, '?type=command.ended')
    return ended.length >= 4
  })
  const lines = readFileSync(exported, 'utf8').trim().split('\n').length - 2
  assert.deepEqual(
    ended
      .toReversed()
      .map(({ details: { command, file, rows: count, complete, ...who } }) => [
        command,
        file,
        count,
        complete,
        who.os_user,
        who.host,
      ]),
    [
      ['import', rows, 2, true, operator.os_user, operator.host],
      ['export', exported, lines, true, operator.os_user, operator.host],
      ['backup', backup, 3, true, operator.os_user, operator.host],
      ['import', exported, 0, true, operator.os_user, operator.host],
    ],
  )
  assert.equal((await actsOf(system, token, '?type=command.began')).length, 4)

  const [made] = (await actsOf(system, token, '?type=user.created')).filter(({ details }) => details.os_user)
  assert.equal(made?.user_name, 'mallory')
  const news = async () => (await notifications(system, token)).filter(({ type }) => type === 'admin.added')
  await until('the notification of the new admin', async () => (await news()).length === 1)
  const history = await run('history', 'mallory')
  assert.match(history.out, new RegExp(`user.created +${operator.host} +operator ${operator.os_user}`))
})

async function notifications(system: System, token: string): Promise<{ type: string }[]> {
  const { body } = await system.send('GET', `${system.usersUrl}/api/v1/notifications`, { token })
  return body.data
}

test('that fast hashes are wrapped from now on is one act, with the number of hashes', async () => {
  await using installation = await newInstallation('sqlite')
  const file = writeExport(installation.newPath(), [
    userRow(1, { password_hash: '{SSHA}nZcT0LxGzv8uqDFirj5KJZkew3PN2XvP' }),
    userRow(2),
  ])
  assert.equal((await installation.run('import', file)).code, 0)
  for (let runs = 0; runs < 2; runs++)
    assert.equal((await installation.run('users', 'wrap-passwords', '--yes')).code, 0)
  await installation.start()
  let acts: { type: string; details: string }[] = []
  await until('the act', async () => {
    acts = (await installation.rows('acts')).map((row) => JSON.parse(row))
    acts = acts.filter(({ type }) => type === 'password_wrapping.started')
    return acts.length > 0
  })
  assert.deepEqual(
    acts.map(({ details }) => JSON.parse(details)),
    [{ waiting: 1, ...operator }],
  )
})

test('a restore is an act in the databases that it has put in place', async () => {
  const folder = temporaryFolder()
  const backup = join(folder, 'backup.tgz')
  const from = join(folder, 'from')
  const to = join(folder, 'to')
  const run = async (data: string, ...args: string[]) => {
    const { code, out, err } = await runInHost(args, { LATCHKEY_DATA: data })
    assert.equal(code, 0, err)
    return out
  }
  await run(from, 'migrate')
  await run(from, 'users', 'create', '--username', 'bob', '--email', 'bob@example.com')
  await run(from, 'backup', backup)
  await run(to, 'restore', backup)
  await using parts = new AsyncDisposableStack()
  const users = await openDatabase(`sqlite:${join(to, 'users.db')}`, commandDatabaseOptions)
  parts.defer(() => users.close())
  const [event] = await users.query<{ data: string }>`SELECT data FROM events WHERE type = 'command.ended'`
  const { command, file, rows, by_os_user, by_host } = JSON.parse(event?.data ?? '{}')
  assert.deepEqual(
    [command, file, rows, by_os_user, by_host],
    ['restore', backup, 1, operator.os_user, operator.host],
  )
})
