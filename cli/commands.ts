import { clientCommands } from './client-commands.ts'
import { type Command, command, jsonFlag } from './command.ts'
import { eventCommands } from './event-commands.ts'
import { keyCommands } from './key-commands.ts'
import { systemNames } from './moving-in/system-names.ts'
import type { AllSettings } from './settings/all-settings.ts'
import type { SettingOrigins } from './start/console/settings-in-force.ts'
import { userCommands } from './user-commands.ts'

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
      flags: jsonFlag,
      meaning: 'whether the services on this machine are ready, or one of them; exit code 1 if not',
      prints: '`services`: for each one asked, `ready` and `fault`, a sentence or null',
      run: async ({ settings, flags }) =>
        (await import('./commands/health.ts')).healthCommand(settings, services, flags.json),
    }),
  ),

  ...userCommands,

  ...keyCommands,
  ...clientCommands,
  ...eventCommands,

  command({
    name: 'migrate',
    flags: { 'dry-run': { isSwitch: true }, ...jsonFlag },
    meaning: 'bring both databases to the schema of this version',
    prints:
      '`data`: of each migration `service`, `migration` and `state`; it is `pending`, `applied_now` or `applied_before`',
    run: async ({ settings, flags }) =>
      (await import('./commands/migrate.ts')).migrateCommand(settings, flags),
  }),
  command({
    name: 'backup',
    operand: 'FILE',
    flags: jsonFlag,
    meaning: 'both embedded databases in one file, while the services run',
    prints:
      '`file`, `bytes`, `latchkey`, `created_at` and `parts`, with the size and the rows of each database',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/backup.ts')).backupCommand(settings, operand, flags.json),
  }),
  command({
    name: 'restore',
    operand: 'FILE',
    flags: { replace: { isSwitch: true }, ...jsonFlag },
    meaning: 'put a backup in their place, and end all sessions, links and signing keys',
    prints:
      '`users`, `as_of`, `moved` (`from`, `to`), and how many `sessions_ended`, `links_ended`, `devices_forgotten`, `signing_keys_revoked`, `api_keys_still_good`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/restore.ts')).restoreCommand(settings, operand, flags),
  }),
  command({
    name: 'export',
    operand: 'FILE',
    flags: { 'with-sessions': { isSwitch: true }, ...jsonFlag },
    meaning:
      'users, API keys, webhooks, OpenID clients and notifications as JSON Lines, from either engine (- is the standard output)',
    prints:
      '`file` and `rows`, a number for each kind; to the standard error where the export itself goes to the standard output',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/export.ts')).exportCommand(settings, operand, flags),
  }),
  command({
    name: 'import',
    operand: 'FILE',
    flags: {
      'with-sessions': { isSwitch: true },
      'without-second-factors': {
        isSwitch: true,
        effect:
          'brings users without their authenticator apps and recovery codes, and says how many had an app',
      },
      from: { oneOf: systemNames },
      'hash-config': { value: 'FILE' },
      also: { value: 'FILE' },
      'secret-file': { value: 'FILE' },
      roles: { value: 'NAME=admin,NAME=user' },
      'with-deleted': { isSwitch: true, effect: 'brings back other users whose address was deleted here' },
      'fast-hashes': {
        isSwitch: true,
        effect:
          'accepts password hashes of other systems that are fast to guess (MD5, SHA-1, {SSHA}, $1$, $P$), and stores them inside argon2id',
      },
      'without-unusable-hashes': {
        isSwitch: true,
        effect: 'brings users of other systems without their password hash where it is not accepted',
      },
      'dry-run': { isSwitch: true, effect: 'says what would happen, and changes nothing' },
      ...jsonFlag,
    },
    meaning: 'take an export into either engine (- is the standard input), or users of another system',
    prints:
      '`dry_run`, `cut_off` and `rows`: for each kind `read`, `imported`, `already_there`, `left_out` and `bad`; for users of another system `reasons` and `notes`, each with a number, and each row of `not_imported` and `left_behind` with `row`, `user` and `reason` or `note`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/import.ts')).importCommand(settings, operand, flags),
  }),
  command({
    name: 'sessions end-all',
    flags: {
      'after-restore': { isSwitch: true, effect: 'of PostgreSQL, ends links and signing keys too' },
      ...jsonFlag,
    },
    meaning: 'everybody logs in again',
    prints:
      '`sessions_ended`; with `--after-restore` also `links_ended`, `devices_forgotten`, `signing_keys_revoked`, `api_keys_still_good`',
    run: async ({ settings, flags }) =>
      (await import('./commands/sessions/end-all.ts')).endSessionsCommand(settings, flags),
  }),

  command({
    name: 'mail preview',
    operand: 'FOLDER',
    readsSettings: false,
    flags: jsonFlag,
    meaning: 'a sample of each mail in each language, to look at',
    prints: '`folder` and `mails`, how many',
    run: async ({ operand, flags }) =>
      (await import('./commands/mail-preview.ts')).mailPreviewCommand(operand, flags.json),
  }),
  command({
    name: 'doctor',
    flags: {
      url: { value: 'https://…' },
      service: { oneOf: ['users', 'auth'] },
      'mail-to': { value: 'ADDRESS' },
      tune: { isSwitch: true, effect: 'measures password hashes instead' },
      ...jsonFlag,
    },
    meaning: 'check a deployment, from outside too with --url, and say how to mend it',
    prints:
      '`version`, `checked_at`, `inside`, `url`, `counts` and `checks`; with `--tune` what was measured instead',
    run: async ({ settings, origins, flags }) =>
      (await import('./commands/doctor.ts')).doctorCommand(settings, origins, flags),
  }),
  command({
    name: 'settings',
    flags: jsonFlag,
    meaning: 'what is in force, and where each value comes from',
    prints: '`data`: of each setting `name`, `value`, `is_hidden` and `origin`',
    run: async ({ origins, flags }) =>
      (await import('./commands/settings.ts')).settingsCommand(origins, flags.json),
  }),
  command({
    name: 'version',
    usage: 'version, --version',
    readsSettings: false,
    flags: jsonFlag,
    meaning: '',
    prints: '`latchkey`, `node` and `sqlite`',
    run: async ({ flags }) => (await import('./version.ts')).versionCommand(flags.json),
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
