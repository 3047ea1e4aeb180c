import { flagOf, type Settings } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { Command, CommandGroup, Flag } from './command.ts'
import { didYouMean } from './did-you-mean.ts'
import { allSettings } from './settings/all-settings.ts'
import { table } from './table.ts'
import { wrapText } from './text-width.ts'

export const help = (
  groups: readonly CommandGroup[],
): string => `Latchkey: users and sign-in as two small services

Usage:
  latchkey COMMAND [FLAGS]

${alignedLists(groups.map(({ title, commands }) => ({ title, rows: linesOf(commands).map(summaryOf) })))}
Flags:
${explain([
  ['  --env-file FILE', 'Read settings from a file'],
  ['  --SETTING VALUE', 'Override a setting, such as --users-port 8081'],
  ['  --profile reference', 'Serve HTTP on ports 9000 and 9001, with the greeter'],
  ['  --json', 'Print the result as JSON'],
  ['  -h, --help', 'Show help for a command'],
  ['  --version', 'Print the version'],
])}
Run "latchkey help COMMAND" for the flags of a command, and "latchkey help
settings" for every setting.
`

interface List {
  title: string
  rows: readonly (readonly string[])[]
}

/** Aligns several lists as one table, each under its title. */
function alignedLists(lists: readonly List[]): string {
  const width = Math.max(...lists.flatMap(({ rows }) => rows.map(([name = '']) => name.length)))
  return lists
    .map(({ title, rows }) => {
      const padded = rows.map(([name = '', ...others]) => [name.padEnd(width), ...others])
      return `${title}:\n${explain(padded)}`
    })
    .join('\n')
}

const summaryOf = ({ usage, meaning }: Command): string[] => [`  ${usage}`, meaning]

/** Aligns names, and breaks what they mean into lines that fit the terminal. */
function explain(rows: readonly (readonly string[])[]): string {
  const last = (rows[0]?.length ?? 1) - 1
  return table(rows, { flexible: { [last]: 24 }, wraps: true })
}

/** The description of each flag that many commands have. */
const sharedEffects: Readonly<Record<string, string>> = {
  url: 'Call the API of running services at this URL, instead of opening the databases',
  'api-key-file': 'File with the API key for --url (default: LATCHKEY_API_KEY)',
  json: 'Print the result as JSON',
}

/** Returns the help on one command, or on those that begin with a word, such as `users`. @throws {StartFault} */
export function helpOn(commands: readonly Command[], words: string): string {
  const found = commands.filter(({ name }) => name === words || name.startsWith(`${words} `))
  const [only] = found
  if (!only) {
    const near = didYouMean(
      words,
      commands.map(({ name }) => name),
    )
    throw new StartFault([`Unknown command "${words}".${near}`], { exitCode: 2 })
  }
  const lines = linesOf(found)
  return lines.length > 1 ? explain(lines.map(summaryOf)) : helpOnOne(only)
}

function helpOnOne({ name, usage, meaning, details, flags }: Command): string {
  const rows = Object.entries(flags).map(([flag, one]) => [`  ${flagUsage(flag, one)}`, effectOf(flag, one)])
  const parts = [
    details === undefined ? `${meaning}\n` : `${meaning}\n\n${wrapText(details, textColumns()).join('\n')}\n`,
    `Usage:\n  latchkey ${usage}${rows.length > 0 ? ' [FLAGS]' : ''}\n`,
    ...(rows.length > 0 ? [`Flags:\n${explain(rows)}`] : []),
    ...(name === 'settings' ? [settingsHelp()] : []),
  ]
  return parts.join('\n')
}

const textColumns = (): number => Math.min(process.stdout.columns ?? 80, 80)

/** Lists every setting, for `latchkey help settings`. */
const settingsHelp =
  (): string => `Set each setting by a flag, an environment variable, or a line of the file that
--env-file names. Secrets have no flag: set the variable, or the name of a file.

${explain(Object.values(allSettings).map((one) => [`  ${one.name}`, givenBy(one), one.default ? `${one.meaning} (default ${one.default})` : one.meaning]))}`

/** Returns the description of a flag, which says whether the command needs it. */
export function effectOf(name: string, flag: Flag): string {
  const effect = flag.isShared ? (sharedEffects[name] ?? '') : (flag.effect ?? '')
  if ('oneOf' in flag && flag.value !== undefined) return `${effect}: ${flag.oneOf.join(', ')}`
  return 'required' in flag && flag.required !== undefined ? `${effect} (required)` : effect
}

/**
 * Selects the commands for which `help` has a line. Commands with the same text in `usage` share one line, so only the first of
 * them is returned.
 */
export const linesOf = (commands: readonly Command[]): Command[] =>
  commands.filter(({ usage }, at) => commands.findIndex((other) => other.usage === usage) === at)

/**
 * Returns how `help` names a setting on the command line: its flag. A secret has no flag, because every process can read the
 * arguments of the others; a file may hold it instead.
 */
export const givenBy = (setting: Settings[string]): string =>
  setting.secret && !setting.show ? `${setting.name}_FILE` : flagOf(setting.name)

/** Returns how a flag is written, with the words or a name for its value. */
export function flagUsage(name: string, flag: Flag): string {
  if ('oneOf' in flag) return `--${name} ${flag.value ?? flag.oneOf.join('|')}`
  if ('isSwitch' in flag) return `--${name}`
  return flag.value === undefined ? `--${name}` : `--${name} ${flag.value}`
}
