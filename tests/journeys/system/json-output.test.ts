import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { commands } from '#cli/commands.ts'
import { pngOf } from '#tests/support/images.ts'
import { type Installation, newInstallation } from '#tests/support/installation.ts'

/** The commands without `--json`, each with the reason. */
const withoutJson: Record<string, string> = {
  start: 'It runs until it is stopped, and its log lines are JSON.',
  'start users': 'It runs until it is stopped, and its log lines are JSON.',
  'start auth': 'It runs until it is stopped, and its log lines are JSON.',
  'users export': 'It has the formats CSV and JSON Lines.',
  completion: 'It prints a script for a shell.',
  help: 'It prints text for people.',
}

test('every command that prints a result has --json, and says what that prints', () => {
  const lacking = commands.filter(({ flags, prints }) => flags.json === undefined || prints === undefined)
  assert.deepEqual(lacking.map(({ name }) => name).toSorted(), Object.keys(withoutJson).toSorted())
})

/** What a command line needs of those before it. */
interface Made {
  kid: string
  key: string
  webhook: string
  client: string
}

/** The rest of the command line for each command, in an order in which all of them can run. */
const recipes: Record<string, (made: Made, at: Installation) => string[]> = {
  version: () => [],
  settings: () => [],
  migrate: () => [],
  health: () => [],
  'health users': () => [],
  'health auth': () => [],
  'users create': () => ['--username', 'ada', '--email', 'ada@example.com'],
  'users list': () => [],
  'users show': () => ['ada'],
  'users invite': () => ['bob@example.com'],
  'users invite-all': () => [],
  'users foreign-passwords': () => [],
  'users wrap-passwords': () => ['--yes'],
  'users update': () => ['ada', '--name', 'Ada'],
  'users suspend': () => ['ada'],
  'users restore': () => ['ada'],
  'users unlock': () => ['ada'],
  'users reset-password': () => ['ada'],
  'users factors': () => ['ada'],
  'users reset-factors': () => ['ada'],
  'users verify-email': () => ['ada'],
  'sessions list': () => ['ada'],
  'sessions end': () => ['ada'],
  history: () => ['ada'],
  'users delete': () => ['ada', '--yes'],
  'keys rotate': () => ['--now'],
  'keys list': () => [],
  'keys revoke': ({ kid }) => ['--kid', kid],
  'api-keys create': () => ['--name', 'Robot', '--scopes', 'users:read'],
  'api-keys list': () => [],
  'api-keys revoke': ({ key }) => [key],
  'clients create': () => ['--name', 'Wiki', '--redirect-uris', 'https://wiki.example.com/in'],
  'clients list': () => [],
  'clients update': ({ client }) => [client, '--name', 'The wiki'],
  'clients rotate-secret': ({ client }) => [client],
  'clients delete': ({ client }) => [client],
  'branding set': () => ['--name', 'Acme'],
  'branding set-image': (_, { data }) => {
    writeFileSync(join(data, 'logo.png'), pngOf({ width: 64, height: 32 }))
    return ['logo', '--file', join(data, 'logo.png')]
  },
  'branding show': () => [],
  'branding delete-image': () => ['logo'],
  'branding set-text': () => ['page.sign_in.title', '--locale', 'en', '--text', 'Welcome'],
  'branding texts': () => [],
  'branding delete-text': () => ['page.sign_in.title', '--locale', 'en'],
  'webhooks create': () => ['--url', 'http://127.0.0.1:9/hook'],
  'webhooks list': () => [],
  'webhooks rotate-secret': ({ webhook }) => [webhook],
  'webhooks disable': ({ webhook }) => [webhook],
  'webhooks enable': ({ webhook }) => [webhook],
  'webhooks deliveries': ({ webhook }) => [webhook],
  'webhooks replay': ({ webhook }) => [webhook],
  'webhooks delete': ({ webhook }) => [webhook],
  'events list': () => [],
  'events dead-letters': () => [],
  'events replay': () => ['--all'],
  backup: (_, { data }) => [join(data, 'latchkey.backup')],
  restore: (_, { data }) => [join(data, 'latchkey.backup'), '--replace'],
  export: (_, { data }) => [join(data, 'export.jsonl')],
  import: (_, { data }) => [join(data, 'export.jsonl')],
  'sessions end-all': () => ['--after-restore'],
  'mail preview': (_, { data }) => [join(data, 'mails')],
  'mail test': () => ['admin'],
  doctor: () => [],
}

/** The commands that tell by their exit code what is wrong, while they print the same JSON. */
const mayFail = ['health', 'health users', 'health auth', 'mail test', 'doctor']

test('what each command prints with --json is one document with the fields that the reference names', async () => {
  const isRun = (name: string) => !Object.hasOwn(withoutJson, name) && name !== 'events watch'
  assert.deepEqual(
    commands.flatMap(({ name }) => (isRun(name) ? [name] : [])).toSorted(),
    Object.keys(recipes).toSorted(),
  )
  await using at = await newInstallation('sqlite')
  at.environment.LATCHKEY_WEBHOOK_PRIVATE_TARGETS = 'allow'
  // The first start makes the keys that some commands need.
  await (await at.start()).stop()
  const made: Made = { kid: '', key: '', webhook: '', client: '' }
  for (const [name, recipe] of Object.entries(recipes)) {
    const { code, out, err } = await at.run(...name.split(' '), ...recipe(made, at), '--json')
    if (!mayFail.includes(name)) assert.equal(code, 0, `${name}: ${err}`)
    const printed = JSON.parse(out)
    assert.deepEqual(lackingIn(printed, name), [], `${name}: ${out}`)
    if (name === 'keys rotate') made.kid = printed.data[0].kid
    if (name === 'api-keys create') made.key = printed.id
    if (name === 'webhooks create') made.webhook = printed.id
    if (name === 'clients create') made.client = printed.id
  }
})

/** Returns the fields that the reference promises for every run of a command and that its JSON does not have. */
function lackingIn(printed: unknown, name: string): string[] {
  const [always = ''] = (commands.find((one) => one.name === name)?.prints ?? '').split(';')
  const fields = [...always.matchAll(/`([a-z_]+)`/g)].map(([, field = '']) => field)
  assert.ok(fields.length > 0, `${name} promises a field`)
  const present = new Set(keysIn(printed))
  return fields.filter((field) => !present.has(field))
}

const keysIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)])
    : []

test('an import of users of another system, and one that fails, count their rows as JSON', async () => {
  await using at = await newInstallation('sqlite')
  const file = at.newPath()
  const [good, bad] = ['{"email":"ada@example.com"}', '{"email":"nobody"}']
  writeFileSync(file, `${good}\n${bad}\n`)
  const { code, out, err } = await at.run('import', file, '--dry-run', '--json')
  assert.equal(code, 1)
  assert.match(err, /1 user would not be imported/)
  const { dry_run, rows, reasons, notes } = JSON.parse(out)
  assert.deepEqual([dry_run, rows.user.imported, rows.user.bad], [true, 1, 1])
  assert.equal(Object.values(reasons).join(), '1')
  assert.equal(typeof notes, 'object')
})
