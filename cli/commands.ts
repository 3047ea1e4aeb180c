import { brandingCommands } from './branding-commands.ts'
import { clientCommands } from './client-commands.ts'
import { type Command, type CommandGroup, command, jsonFlag } from './command.ts'
import { eventCommands } from './event-commands.ts'
import { keyCommands } from './key-commands.ts'
import { systemNames } from './moving-in/system-names.ts'
import type { AllSettings } from './settings/all-settings.ts'
import type { SettingOrigins } from './start/console/settings-in-force.ts'
import { userCommands } from './user-commands.ts'

/** The commands that run the services and look after their data. */
const serviceCommands: readonly Command[] = [
  command({
    name: 'start',
    usage: 'start [users|auth]',
    meaning: 'Start both services, or only one',
    details: 'Without settings, data goes into embedded databases in ./data.',
    run: ({ settings, origins }) => start(settings, 'both', origins),
  }),
  ...(['users', 'auth'] as const).map((service) =>
    command({
      name: `start ${service}`,
      usage: 'start [users|auth]',
      meaning: 'Start one service only',
      run: ({ settings, origins }) => start(settings, service, origins),
    }),
  ),
  ...(['both', 'users', 'auth'] as const).map((services) =>
    command({
      name: services === 'both' ? 'health' : `health ${services}`,
      usage: 'health [users|auth]',
      flags: jsonFlag,
      meaning: 'Check that the services on this machine are ready',
      details: 'The exit code is 1 if a service is not ready.',
      prints: '`services`: for each service, `ready` and `fault`, a sentence or null',
      run: async ({ settings, flags }) =>
        (await import('./commands/health.ts')).healthCommand(settings, services, flags.json),
    }),
  ),
  command({
    name: 'migrate',
    flags: {
      'dry-run': { isSwitch: true, effect: 'List pending migrations and change nothing' },
      ...jsonFlag,
    },
    meaning: 'Migrate both databases to this version',
    prints:
      '`data`: for each migration `service`, `migration` and `state`; it is `pending`, `applied_now` or `applied_before`',
    run: async ({ settings, flags }) =>
      (await import('./commands/migrate.ts')).migrateCommand(settings, flags),
  }),
  command({
    name: 'backup',
    operand: 'FILE',
    flags: jsonFlag,
    meaning: 'Back up both embedded databases into one file',
    details:
      'The services may run meanwhile. The file contains neither the master key nor the service token.',
    prints:
      '`file`, `bytes`, `latchkey`, `created_at` and `parts`, with the size and the rows of each database',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/backup.ts')).backupCommand(settings, operand, flags.json),
  }),
  command({
    name: 'restore',
    operand: 'FILE',
    flags: {
      replace: { isSwitch: true, effect: 'Move existing databases aside' },
      ...jsonFlag,
    },
    meaning: 'Restore both embedded databases from a backup',
    details: 'Ends all sessions, links in emails and trusted devices, and revokes all signing keys.',
    prints:
      '`users`, `as_of`, `moved` (`from`, `to`), and the numbers `sessions_ended`, `links_ended`, `devices_forgotten`, `signing_keys_revoked`, `api_keys_still_good`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/restore.ts')).restoreCommand(settings, operand, flags),
  }),
  command({
    name: 'export',
    operand: 'FILE',
    flags: {
      'with-sessions': { isSwitch: true, effect: 'Include sessions and signing keys' },
      ...jsonFlag,
    },
    meaning: 'Export all data as JSON Lines',
    details:
      'Exports users, API keys, webhooks, OpenID clients and notifications, from SQLite or PostgreSQL. FILE may be - for the standard output.',
    prints: '`file` and `rows`, a number for each kind; on the standard error if FILE is -',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/export.ts')).exportCommand(settings, operand, flags),
  }),
  command({
    name: 'import',
    operand: 'FILE',
    flags: {
      'with-sessions': { isSwitch: true, effect: 'Import sessions of an export made within the last hour' },
      'without-second-factors': {
        isSwitch: true,
        effect: 'Leave out authenticator apps and recovery codes',
      },
      from: { oneOf: systemNames, value: 'SYSTEM', effect: 'System that made the export' },
      'hash-config': { value: 'FILE', effect: 'With firebase: password hash parameters' },
      also: { value: 'FILE', effect: 'With clerk: a second export, joined by user ID' },
      'secret-file': { value: 'FILE', effect: 'With better-auth: its secret' },
      roles: { value: 'NAME=ROLE,…', effect: 'Role here (user or admin) for a role there' },
      'with-deleted': {
        isSwitch: true,
        effect: 'Include users whose email address was deleted here',
      },
      'fast-hashes': {
        isSwitch: true,
        effect: 'Accept fast password hashes (MD5, SHA-1, {SSHA}, $1$, $P$) and store them inside argon2id',
      },
      'without-unusable-hashes': {
        isSwitch: true,
        effect: 'Import users without a password if their hash is not accepted',
      },
      'dry-run': { isSwitch: true, effect: 'Report what would be imported and change nothing' },
      ...jsonFlag,
    },
    meaning: 'Import an export, or users of another system',
    details: 'Imports into SQLite or PostgreSQL. FILE may be - for the standard input.',
    prints:
      '`dry_run`, `cut_off` and `rows`: for each kind `read`, `imported`, `already_there`, `left_out` and `bad`; for users of another system `reasons` and `notes`, each with a number, and each row of `not_imported` and `left_behind` with `row`, `user` and `reason` or `note`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/import.ts')).importCommand(settings, operand, flags),
  }),
  command({
    name: 'mail preview',
    operand: 'FOLDER',
    flags: jsonFlag,
    meaning: 'Write a sample of every email in every language',
    details: 'The emails have the name, logo, color, links and texts of the branding.',
    prints: '`folder` and `mails`, the number of emails',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/mail-preview.ts')).mailPreviewCommand(settings, operand, flags.json),
  }),
  command({
    name: 'mail test',
    operand: 'ADMIN',
    flags: jsonFlag,
    meaning: 'Send a test email to an admin',
    details:
      'ADMIN is a username, email address or ID. Prints the reply of the mail server. The exit code is 1 if the email is not accepted.',
    prints: '`outcome` (accepted, stored or failed), `to`, `server`, `fault` and `reply`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/mail-test.ts')).mailTestCommand(settings, operand, flags.json),
  }),
  command({
    name: 'doctor',
    flags: {
      url: { value: 'URL', effect: 'Also check what clients see at this URL' },
      service: { oneOf: ['users', 'auth'], effect: 'Check a node that runs only this service' },
      'mail-to': { value: 'EMAIL', effect: 'Send a test email to this address' },
      tune: { isSwitch: true, effect: 'Measure password hashing instead' },
      ...jsonFlag,
    },
    meaning: 'Check a deployment and suggest fixes',
    details: 'The exit code is 1 if a check fails.',
    prints:
      '`version`, `checked_at`, `inside`, `url`, `counts` and `checks`; with `--tune`, the measurements instead',
    run: async ({ settings, origins, flags }) =>
      (await import('./commands/doctor.ts')).doctorCommand(settings, origins, flags),
  }),
  command({
    name: 'settings',
    flags: jsonFlag,
    meaning: 'Show settings in effect and where each is set',
    prints: '`data`: for each setting `name`, `value`, `is_hidden` and `origin`',
    run: async ({ origins, flags }) =>
      (await import('./commands/settings.ts')).settingsCommand(origins, flags.json),
  }),
]

/** The commands about the program itself. */
const programCommands: readonly Command[] = [
  command({
    name: 'version',

    readsSettings: false,
    flags: jsonFlag,
    meaning: 'Print the version',
    prints: '`latchkey`, `node` and `sqlite`',
    run: async ({ flags }) => (await import('./version.ts')).versionCommand(flags.json),
  }),
  command({
    name: 'completion',
    operand: 'bash|zsh|fish',
    readsSettings: false,
    meaning: 'Print a completion script for a shell',
    run: async ({ operand }) => {
      const { completion } = await import('./completion.ts')
      process.stdout.write(completion(commands, operand))
    },
  }),
  command({
    name: 'help',
    usage: 'help [COMMAND]',
    operand: 'COMMAND',
    isOperandOptional: true,
    readsSettings: false,
    meaning: 'Show help, in general or for a command',
    run: async ({ operand }) => {
      const { help, helpOn } = await import('./help.ts')
      process.stdout.write(operand === undefined ? help(commandGroups) : helpOn(commands, operand))
    },
  }),
]

/**
 * Every command, in the order of `help`. Each start loads this file, so the code of a command is imported
 * only when it runs.
 */
export const commandGroups: readonly CommandGroup[] = [
  { title: 'Services and data', commands: serviceCommands },
  { title: 'Users and sessions', commands: userCommands },
  { title: 'Applications and keys', commands: [...clientCommands, ...keyCommands] },
  { title: 'Branding', commands: brandingCommands },
  { title: 'Events and webhooks', commands: eventCommands },
  { title: 'Other', commands: programCommands },
]

export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands)

async function start(
  settings: AllSettings,
  services: 'both' | 'users' | 'auth',
  origins: SettingOrigins,
): Promise<void> {
  if (settings.workers > 1)
    return (await import('./commands/start-workers.ts')).startWorkersCommand(settings, services, origins)
  return (await import('./commands/start.ts')).startCommand(settings, services, origins)
}
