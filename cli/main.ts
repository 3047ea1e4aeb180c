import { parseArgs } from 'node:util'
import { flagOf } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { faultsOf } from './faults.ts'
import { help } from './help.ts'
import { allSettings, readAllSettings } from './start/all-settings.ts'

const commonFlags = ['profile', 'env-file'] as const
/** What a command understands besides; `true` marks those that take no value. */
const commandFlags: Record<string, Record<string, boolean>> = {
  'users create': { username: false, email: false, name: false, role: false, 'password-stdin': true },
  'api-keys create': { name: false, scopes: false, expires: false },
  'webhooks create': { url: false, events: false, description: false },
  'webhooks replay': { since: false },
  'events list': { type: false, user: false, after: false, limit: false },
  'events watch': { type: false, user: false, after: false },
  'events replay': { all: true, sink: false },
  migrate: { 'dry-run': true },
  restore: { replace: true },
  export: { 'with-sessions': true },
  import: { 'with-sessions': true },
  'sessions end-all': { 'after-restore': true },
  'keys rotate': { now: true, purpose: false },
  'keys revoke': { kid: false },
}
/** Commands with one more word: the name of a file or folder, or the id of what they are about. */
const commandsAbout = [
  'users unlock',
  'backup',
  'restore',
  'export',
  'import',
  'api-keys revoke',
  'mail preview',
  'events replay',
  'webhooks delete',
  'webhooks enable',
  'webhooks disable',
  'webhooks rotate-secret',
  'webhooks deliveries',
  'webhooks replay',
]

/** Runs one command; everything that a person can get wrong ends in one line for each fault and an exit code. */
export async function main(args: string[]): Promise<void> {
  // Databases, keys and passwords are for their owner only, wherever the settings put them.
  process.umask(0o077)
  try {
    await run(args)
  } catch (error) {
    for (const fault of faultsOf(error as Error)) process.stderr.write(`latchkey: ${fault}\n`)
    process.exitCode = error instanceof StartFault ? error.exitCode : 1
  }
}

async function run(args: string[]): Promise<void> {
  const { words, flags, settingFlags } = parse(args)
  const read = () =>
    readAllSettings({
      flags: settingFlags,
      environment: process.env,
      envFile: flags['env-file'],
      profile: flags.profile,
    })
  const { command, operand } = commandOf(words)
  switch (command) {
    case 'start':
    case 'start users':
    case 'start auth': {
      const { values } = read()
      const only = words[1] as 'users' | 'auth' | undefined
      if (values.workers > 1) {
        const { startWorkersCommand } = await import('./commands/start-workers.ts')
        return startWorkersCommand(values, only)
      }
      const { startCommand } = await import('./commands/start.ts')
      return startCommand(values, only)
    }
    case 'users create': {
      const { createUserCommand } = await import('./commands/create-user.ts')
      return createUserCommand(read().values, flags)
    }
    case 'users unlock': {
      const { unlockUserCommand } = await import('./commands/unlock-user.ts')
      return unlockUserCommand(read().values, operand)
    }
    case 'api-keys create': {
      const { createApiKeyCommand } = await import('./commands/api-keys.ts')
      return createApiKeyCommand(read().values, flags)
    }
    case 'api-keys list': {
      const { listApiKeysCommand } = await import('./commands/api-keys.ts')
      return listApiKeysCommand(read().values)
    }
    case 'api-keys revoke': {
      const { revokeApiKeyCommand } = await import('./commands/api-keys.ts')
      return revokeApiKeyCommand(read().values, operand)
    }
    case 'webhooks create': {
      const { createWebhookCommand } = await import('./commands/webhooks.ts')
      return createWebhookCommand(read().values, flags)
    }
    case 'webhooks list': {
      const { listWebhooksCommand } = await import('./commands/webhooks.ts')
      return listWebhooksCommand(read().values)
    }
    case 'webhooks delete':
    case 'webhooks enable':
    case 'webhooks disable':
    case 'webhooks rotate-secret': {
      const { changeWebhookCommand } = await import('./commands/webhooks.ts')
      const change = words[1] as 'delete' | 'enable' | 'disable' | 'rotate-secret'
      return changeWebhookCommand(read().values, change, operand)
    }
    case 'webhooks deliveries': {
      const { listDeliveriesCommand } = await import('./commands/webhooks.ts')
      return listDeliveriesCommand(read().values, operand)
    }
    case 'webhooks replay': {
      const { replayCommand } = await import('./commands/webhooks.ts')
      return replayCommand(read().values, operand, flags)
    }
    case 'events list': {
      const { listEventsCommand } = await import('./commands/events.ts')
      return listEventsCommand(read().values, flags)
    }
    case 'events watch': {
      const { watchEventsCommand } = await import('./commands/events.ts')
      return watchEventsCommand(read().values, flags)
    }
    case 'events dead-letters': {
      const { listDeadLettersCommand } = await import('./commands/events.ts')
      return listDeadLettersCommand(read().values)
    }
    case 'events replay': {
      const { replayCommand } = await import('./commands/events.ts')
      return replayCommand(read().values, operand, flags)
    }
    case 'migrate': {
      const { migrateCommand } = await import('./commands/migrate.ts')
      return migrateCommand(read().values, flags['dry-run'] === true)
    }
    case 'backup': {
      const { backupCommand } = await import('./commands/backup.ts')
      return backupCommand(read().values, operand)
    }
    case 'restore': {
      const { restoreCommand } = await import('./commands/restore.ts')
      return restoreCommand(read().values, operand, flags.replace === true)
    }
    case 'export': {
      const { exportCommand } = await import('./commands/export.ts')
      return exportCommand(read().values, operand, flags['with-sessions'] === true)
    }
    case 'import': {
      const { importCommand } = await import('./commands/import.ts')
      return importCommand(read().values, operand, flags['with-sessions'] === true)
    }
    case 'sessions end-all': {
      const { endSessionsCommand } = await import('./commands/end-sessions.ts')
      return endSessionsCommand(read().values, flags['after-restore'] === true)
    }
    case 'keys list': {
      const { listKeysCommand } = await import('./commands/keys.ts')
      return listKeysCommand(read().values)
    }
    case 'keys rotate': {
      const { rotateKeysCommand } = await import('./commands/keys.ts')
      return rotateKeysCommand(read().values, flags)
    }
    case 'keys revoke': {
      const { revokeKeyCommand } = await import('./commands/keys.ts')
      return revokeKeyCommand(read().values, flags.kid)
    }
    case 'mail preview': {
      const { mailPreviewCommand } = await import('./commands/mail-preview.ts')
      return mailPreviewCommand(operand)
    }
    case 'settings': {
      const { settingsCommand } = await import('./commands/settings.ts')
      return settingsCommand(read())
    }
    case 'version': {
      const { version } = await import('./version.ts')
      return void process.stdout.write(`${version()}\n`)
    }
    case '':
    case 'help':
      return void process.stdout.write(help())
    default:
      throw new StartFault([`There is no command "${command}"; see latchkey help.`], { exitCode: 2 })
  }
}

function commandOf(words: string[]): { command: string; operand: string } {
  const text = words.join(' ')
  const command = commandsAbout.find((one) => text === one || text.startsWith(`${one} `))
  if (command === undefined) return { command: text, operand: '' }
  const operands = words.slice(command.split(' ').length)
  // With --all there is none.
  if (command === 'events replay' && operands.length === 0) return { command, operand: '' }
  if (operands.length === 1 && operands[0] !== '') return { command, operand: operands[0] ?? '' }
  const what =
    { 'mail preview': 'FOLDER', 'users unlock': 'NAME or ID' }[command] ??
    (/^(api-keys|events|webhooks) /.test(command) ? 'ID' : 'FILE')
  throw new StartFault([`latchkey ${command} needs one ${what}; see latchkey help.`], { exitCode: 2 })
}

export interface CommandFlags {
  username?: string
  email?: string
  name?: string
  role?: string
  scopes?: string
  expires?: string
  url?: string
  events?: string
  description?: string
  since?: string
  profile?: string
  'env-file'?: string
  'password-stdin'?: boolean
  'dry-run'?: boolean
  replace?: boolean
  'with-sessions'?: boolean
  'after-restore'?: boolean
  now?: boolean
  purpose?: string
  kid?: string
  type?: string
  user?: string
  after?: string
  limit?: string
  all?: boolean
  sink?: string
}

function parse(args: string[]): {
  words: string[]
  flags: CommandFlags
  settingFlags: Record<string, string>
} {
  const settingNames = Object.values(allSettings).map((one) => flagOf(one.name).slice(2))
  const ownFlags = commandFlags[args.slice(0, 2).join(' ')] ?? commandFlags[args[0] ?? ''] ?? {}
  const known = [...settingNames, ...commonFlags, ...Object.keys(ownFlags)]
  const options = {
    ...Object.fromEntries(
      known.map((name) => [name, { type: ownFlags[name] ? 'boolean' : 'string' } as const]),
    ),
    version: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true })
  const unknown = tokens.filter((token) => token.kind === 'option' && !Object.hasOwn(options, token.name))
  if (unknown.length > 0) {
    const faults = unknown.map(
      (token) => `${token.kind === 'option' ? token.rawName : ''} is not a flag of this command.`,
    )
    throw new StartFault(faults, { exitCode: 2 })
  }
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    const given = values as Record<string, string | boolean | undefined>
    const settingFlags = settingNames.flatMap((name) =>
      given[name] === undefined ? [] : [[`--${name}`, String(given[name])]],
    )
    const words = given.version ? ['version'] : given.help ? ['help'] : positionals
    return {
      words,
      flags: given as CommandFlags,
      settingFlags: Object.fromEntries(settingFlags) as Record<string, string>,
    }
  } catch (cause) {
    throw new StartFault([(cause as Error).message], { cause, exitCode: 2 })
  }
}
