import { flagOf } from '#runtime/settings.ts'
import { allSettings } from './start/all-settings.ts'
import { table } from './table.ts'

const commands = [
  ['start', 'both services, on embedded databases'],
  ['start users | start auth', 'one service alone'],
  ['users create', 'make a user: --username --email [--name] [--role user|admin] [--password-stdin]'],
  ['users unlock NAME|ID', 'forget the wrong passwords that were tried for a user'],
  ['keys list', 'the signing keys'],
  ['keys rotate', 'publish the next signing key: [--now] lets it sign at once, [--purpose access|refresh]'],
  ['keys revoke', 'refuse a key and every token under it: --kid KID'],
  ['api-keys create', 'make a key for a machine: --name --scopes a,b [--expires 90d]'],
  ['api-keys list', 'every key, what it may do, and when it was last used'],
  ['api-keys revoke ID', ''],
  ['webhooks create', 'send events to a URL: --url [--events a,b] [--description]'],
  ['webhooks list', 'where events are sent'],
  ['webhooks rotate-secret ID', 'another secret; the one before signs too for 24 hours'],
  ['webhooks enable|disable|delete ID', ''],
  ['webhooks deliveries ID', 'the last 50 that were sent or wait'],
  ['webhooks replay ID', 'send again what has failed: [--since 3d]'],
  ['events list', 'what happened, newest last: [--type a,b] [--user ID] [--after POSITION] [--limit 50]'],
  ['events watch', 'what happens, as it happens: [--type a,b] [--user ID] [--after POSITION]'],
  ['events dead-letters', 'deliveries that were given up, in either service'],
  ['events replay ID', 'deliver one after all, or with --all every one: [--sink NAME]'],
  ['migrate', 'bring both databases to the schema of this version: [--dry-run]'],
  ['backup FILE', 'both embedded databases in one file, while the services run'],
  ['restore FILE', 'put a backup in their place, and end all sessions, links and signing keys: [--replace]'],
  [
    'export FILE',
    'all users and API keys as JSON Lines, from either engine (- is the standard output): [--with-sessions]',
  ],
  ['import FILE', 'take an export into either engine (- is the standard input): [--with-sessions]'],
  [
    'sessions end-all',
    'everybody logs in again: [--after-restore] of PostgreSQL, ends links and signing keys too',
  ],
  ['mail preview FOLDER', 'a sample of each mail in each language, to look at'],
  ['settings', 'what is in force, and where each value comes from'],
  ['version, --version', ''],
  ['help, --help', ''],
]

export const help = (): string => `Latchkey: users and sign-in as two small services.

Usage: latchkey COMMAND [FLAGS]

${table(commands.map(([name = '', meaning = '']) => [`  ${name}`, meaning]))}
Flags of every command: --env-file FILE, and with start --profile reference (ports 9000 and 9001).
Every setting is a flag, an environment variable, or a line of that file; secrets are no flags:

${table(Object.values(allSettings).map((one) => [`  ${one.name}`, 'secret' in one && one.secret && !('show' in one) ? `${one.name}_FILE` : flagOf(one.name), one.default ? `${one.meaning} (${one.default})` : one.meaning]))}`
