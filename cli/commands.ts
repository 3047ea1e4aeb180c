import { clientCommands } from './client-commands.ts'
import { type Command, command } from './command.ts'
import { systemNames } from './moving-in/system-names.ts'
import type { AllSettings } from './start/all-settings.ts'
import type { SettingOrigins } from './start/console/settings-in-force.ts'
import { userCommands } from './user-commands.ts'

/** The flags that select events. */
const eventFilter = { type: { value: 'a,b' }, user: { value: 'ID' }, after: { value: 'POSITION' } }

/**
 * Every command, in the order of `help`. Each start loads this file, so the code of a command is imported
 * only when it runs.
 */
export const commands: readonly Command[] = [
  command({
    name: 'start',
    meaning: 'both services, on embedded databases',
    run: ({ settings, origins }) => start(settings, 'both', origins),
  }),
  ...(['users', 'auth'] as const).map((service) =>
    command({
      name: `start ${service}`,
      usage: 'start users | start auth',
      meaning: 'one service alone',
      run: ({ settings, origins }) => start(settings, service, origins),
    }),
  ),
  ...(['both', 'users', 'auth'] as const).map((services) =>
    command({
      name: services === 'both' ? 'health' : `health ${services}`,
      usage: 'health | health users | health auth',
      meaning: 'whether the services on this machine are ready, or one of them; exit code 1 if not',
      run: async ({ settings }) => (await import('./commands/health.ts')).healthCommand(settings, services),
    }),
  ),

  ...userCommands,

  command({
    name: 'keys list',
    meaning: 'the signing keys',
    run: async ({ settings }) => (await import('./commands/keys.ts')).listKeysCommand(settings),
  }),
  command({
    name: 'keys rotate',
    flags: {
      now: { isSwitch: true, effect: 'lets it sign at once' },
      purpose: { oneOf: ['access', 'refresh', 'id_token', 'id_token_es256', 'id_token_eddsa'] },
    },
    meaning: 'publish the next signing key',
    run: async ({ settings, flags }) =>
      (await import('./commands/keys.ts')).rotateKeysCommand(settings, flags),
  }),
  command({
    name: 'keys revoke',
    flags: { kid: { value: 'KID', required: 'the KID of a key; see keys list' } },
    meaning: 'refuse a key and every token under it',
    run: async ({ settings, flags }) =>
      (await import('./commands/keys.ts')).revokeKeyCommand(settings, flags.kid),
  }),

  command({
    name: 'api-keys create',
    flags: { name: { required: true }, scopes: { value: 'a,b', required: true }, expires: { value: '90d' } },
    meaning: 'make a key for a machine',
    run: async ({ settings, flags }) =>
      (await import('./commands/api-keys.ts')).createApiKeyCommand(settings, flags),
  }),
  command({
    name: 'api-keys list',
    meaning: 'every key, what it may do, and when it was last used',
    run: async ({ settings }) => (await import('./commands/api-keys.ts')).listApiKeysCommand(settings),
  }),
  command({
    name: 'api-keys revoke',
    operand: 'ID',
    meaning: '',
    run: async ({ settings, operand }) =>
      (await import('./commands/api-keys.ts')).revokeApiKeyCommand(settings, operand),
  }),

  command({
    name: 'webhooks create',
    flags: { url: { required: true }, events: { value: 'a,b' }, description: {} },
    meaning: 'send events to a URL',
    run: async ({ settings, flags }) =>
      (await import('./commands/webhooks.ts')).createWebhookCommand(settings, flags),
  }),
  command({
    name: 'webhooks list',
    meaning: 'where events are sent',
    run: async ({ settings }) => (await import('./commands/webhooks.ts')).listWebhooksCommand(settings),
  }),
  command({
    name: 'webhooks rotate-secret',
    operand: 'ID',
    meaning: 'another secret; the one before signs too for 24 hours',
    run: async ({ settings, operand }) =>
      (await import('./commands/webhooks.ts')).changeWebhookCommand(settings, 'rotate-secret', operand),
  }),
  ...(['enable', 'disable', 'delete'] as const).map((change) =>
    command({
      name: `webhooks ${change}`,
      usage: 'webhooks enable|disable|delete ID',
      operand: 'ID',
      meaning: '',
      run: async ({ settings, operand }) =>
        (await import('./commands/webhooks.ts')).changeWebhookCommand(settings, change, operand),
    }),
  ),
  command({
    name: 'webhooks deliveries',
    operand: 'ID',
    meaning: 'the last 50 that were sent or wait',
    run: async ({ settings, operand }) =>
      (await import('./commands/webhooks.ts')).listDeliveriesCommand(settings, operand),
  }),
  command({
    name: 'webhooks replay',
    operand: 'ID',
    flags: { since: { value: '3d' } },
    meaning: 'send again what has failed',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/webhooks.ts')).replayDeliveriesCommand(settings, operand, flags.since),
  }),

  ...clientCommands,

  command({
    name: 'events list',
    flags: { ...eventFilter, limit: { value: '50' } },
    meaning: 'what happened, newest last',
    run: async ({ settings, flags }) =>
      (await import('./commands/events.ts')).listEventsCommand(settings, flags),
  }),
  command({
    name: 'events watch',
    flags: eventFilter,
    meaning: 'what happens, as it happens',
    run: async ({ settings, flags }) =>
      (await import('./commands/events.ts')).watchEventsCommand(settings, flags),
  }),
  command({
    name: 'events dead-letters',
    meaning: 'deliveries that were given up, in either service',
    run: async ({ settings }) => (await import('./commands/events.ts')).listDeadLettersCommand(settings),
  }),
  command({
    name: 'events replay',
    operand: 'ID',
    isOperandOptional: true,
    flags: { all: { isSwitch: true }, sink: { value: 'NAME' } },
    meaning: 'deliver one after all, or with --all every one',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/events.ts')).replayDeadLettersCommand(settings, operand, flags),
  }),

  command({
    name: 'migrate',
    flags: { 'dry-run': { isSwitch: true } },
    meaning: 'bring both databases to the schema of this version',
    run: async ({ settings, flags }) =>
      (await import('./commands/migrate.ts')).migrateCommand(settings, flags['dry-run']),
  }),
  command({
    name: 'backup',
    operand: 'FILE',
    meaning: 'both embedded databases in one file, while the services run',
    run: async ({ settings, operand }) =>
      (await import('./commands/backup.ts')).backupCommand(settings, operand),
  }),
  command({
    name: 'restore',
    operand: 'FILE',
    flags: { replace: { isSwitch: true } },
    meaning: 'put a backup in their place, and end all sessions, links and signing keys',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/restore.ts')).restoreCommand(settings, operand, flags.replace),
  }),
  command({
    name: 'export',
    operand: 'FILE',
    flags: { 'with-sessions': { isSwitch: true } },
    meaning:
      'users, API keys, webhooks, OpenID clients and notifications as JSON Lines, from either engine (- is the standard output)',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/export.ts')).exportCommand(settings, operand, flags['with-sessions']),
  }),
  command({
    name: 'import',
    operand: 'FILE',
    flags: {
      'with-sessions': { isSwitch: true },
      'without-second-factors': {
        isSwitch: true,
        effect:
          'brings users of an export without their apps and recovery codes, and says how many had an app',
      },
      from: { oneOf: systemNames },
      'hash-config': { value: 'FILE' },
      roles: { value: 'NAME=admin,NAME=user' },
      'with-deleted': { isSwitch: true, effect: 'brings back other users whose address was deleted here' },
      'dry-run': { isSwitch: true, effect: 'says what would happen, and changes nothing' },
    },
    meaning: 'take an export into either engine (- is the standard input), or users of another system',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/import.ts')).importCommand(settings, operand, flags),
  }),
  command({
    name: 'sessions end-all',
    flags: {
      'after-restore': { isSwitch: true, effect: 'of PostgreSQL, ends links and signing keys too' },
    },
    meaning: 'everybody logs in again',
    run: async ({ settings, flags }) =>
      (await import('./commands/sessions/end-all.ts')).endSessionsCommand(settings, flags['after-restore']),
  }),

  command({
    name: 'mail preview',
    operand: 'FOLDER',
    readsSettings: false,
    meaning: 'a sample of each mail in each language, to look at',
    run: async ({ operand }) => (await import('./commands/mail-preview.ts')).mailPreviewCommand(operand),
  }),
  command({
    name: 'doctor',
    flags: {
      url: { value: 'https://…' },
      service: { oneOf: ['users', 'auth'] },
      'mail-to': { value: 'ADDRESS' },
      tune: { isSwitch: true, effect: 'measures password hashes instead' },
      json: { isSwitch: true },
    },
    meaning: 'check a deployment, from outside too with --url, and say how to mend it',
    run: async ({ settings, origins, flags }) =>
      (await import('./commands/doctor.ts')).doctorCommand(settings, origins, flags),
  }),
  command({
    name: 'settings',
    meaning: 'what is in force, and where each value comes from',
    run: async ({ origins }) => (await import('./commands/settings.ts')).settingsCommand(origins),
  }),
  command({
    name: 'version',
    usage: 'version, --version',
    readsSettings: false,
    meaning: '',
    run: async () => void process.stdout.write(`${(await import('./version.ts')).version()}\n`),
  }),
  command({
    name: 'completion',
    operand: 'bash|zsh|fish',
    readsSettings: false,
    meaning: 'a script that completes commands in a shell',
    run: async ({ operand }) => {
      const { completion } = await import('./completion.ts')
      process.stdout.write(completion(commands, operand))
    },
  }),
  command({
    name: 'help',
    usage: 'help [COMMAND], --help',
    operand: 'COMMAND',
    isOperandOptional: true,
    readsSettings: false,
    meaning: '',
    run: async ({ operand }) => {
      const { help, helpOn } = await import('./help.ts')
      process.stdout.write(operand === undefined ? help(commands) : helpOn(commands, operand))
    },
  }),
]

async function start(
  settings: AllSettings,
  services: 'both' | 'users' | 'auth',
  origins: SettingOrigins,
): Promise<void> {
  if (settings.workers > 1)
    return (await import('./commands/start-workers.ts')).startWorkersCommand(settings, services, origins)
  return (await import('./commands/start.ts')).startCommand(settings, services, origins)
}
