import { flagOf } from '#runtime/settings.ts'
import { allSettings } from './all-settings.ts'
import { table } from './table.ts'

const commands = [
  ['start', 'both services, on embedded databases'],
  ['start users | start auth', 'one service alone'],
  ['users create', 'make a user: --username --email [--name] [--role user|admin] [--password-stdin]'],
  ['migrate', 'bring both databases to the schema of this version: [--dry-run]'],
  ['settings', 'what is in force, and where each value comes from'],
  ['version, --version', ''],
  ['help, --help', ''],
]

export const help = (): string => `Latchkey: users and sign-in as two small services.

Usage: latchkey COMMAND [FLAGS]

${table(commands.map(([name = '', meaning = '']) => [`  ${name}`, meaning]))}
Flags of every command: --env-file FILE, and with start --profile reference (ports 9000 and 9001).
Every setting is a flag, an environment variable, or a line of that file:

${table(Object.values(allSettings).map((one) => [`  ${one.name}`, flagOf(one.name), one.default ? `${one.meaning} (${one.default})` : one.meaning]))}`
