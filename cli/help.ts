import { flagOf, type Settings } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { Command, Flag } from './command.ts'
import { didYouMean } from './did-you-mean.ts'
import { allSettings } from './settings/all-settings.ts'
import { table } from './table.ts'

export const help = (
  commands: readonly Command[],
): string => `Latchkey: users and sign-in as two small services.

Usage: latchkey COMMAND [FLAGS]

${explain(linesOf(commands).map((command) => [`  ${command.usage}`, describe(command)]))}
Commands about users, sessions, clients and the history of a user work on the
databases of the settings. They also take:

${explain(linesOfShared(['url', 'api-key-file']))}
Every command that prints a result also takes:

${explain(linesOfShared(['json']))}
Flags of every command: --env-file FILE, and with start --profile reference
(ports 9000 and 9001). Every setting is a flag, an environment variable, or a
line of that file; secrets are no flags:

${explain(Object.values(allSettings).map((one) => [`  ${one.name}`, givenBy(one), one.default ? `${one.meaning} (${one.default})` : one.meaning]))}`

/** Aligns names, and breaks what they mean into lines that fit the terminal. */
function explain(rows: readonly (readonly string[])[]): string {
  const last = (rows[0]?.length ?? 1) - 1
  return table(rows, { flexible: { [last]: 24 }, wraps: true })
}

/** The flags that `help` leaves out of the lines of commands, each with its line. */
const sharedFlags: Readonly<Record<string, readonly string[]>> = {
  url: ['  --url URL', 'call a service that answers the routes of both, instead of the databases'],
  'api-key-file': ['  --api-key-file FILE', 'the file with an API key for it; LATCHKEY_API_KEY if absent'],
  json: ['  --json', 'print the result as JSON, with everything in it'],
}

const linesOfShared = (names: readonly string[]): (readonly string[])[] =>
  names.flatMap((name) => [sharedFlags[name] ?? []])

/** Returns the help on one command, or on those that begin with a word, such as `users`. @throws {StartFault} */
export function helpOn(commands: readonly Command[], words: string): string {
  const found = commands.filter(({ name }) => name === words || name.startsWith(`${words} `))
  const [only] = found
  if (!only) {
    const near = didYouMean(
      words,
      commands.map(({ name }) => name),
    )
    throw new StartFault([`There is no command "${words}".${near}`], { exitCode: 2 })
  }
  if (found.length > 1)
    return explain(linesOf(found).map((command) => [`latchkey ${command.usage}`, describe(command)]))
  const flags = Object.entries(only.flags)
  const sharedNames = flags.flatMap(([name, flag]) => (flag.isShared ? [name] : []))
  const shared = sharedNames.length > 0 ? `\n${explain(linesOfShared(sharedNames))}` : ''
  const own = flags.filter(([, flag]) => !flag.isShared)
  const lines = own.map(([name, flag]) => [
    `  ${flagUsage(name, flag)}`,
    'effect' in flag ? (flag.effect ?? '') : '',
  ])
  return `latchkey ${only.usage}\n${only.meaning && `\n${only.meaning}\n`}${lines.length > 0 ? `\n${explain(lines)}` : ''}${shared}`
}

/**
 * Selects the commands for which `help` has a line. Commands with the same text in `usage` share one line, so only one of them is
 * returned.
 */
export const linesOf = (commands: readonly Command[]): Command[] => [
  ...new Map(commands.map((command) => [command.usage, command])).values(),
]

/**
 * Returns how `help` names a setting on the command line: its flag. A secret has no flag, because every process can read the
 * arguments of the others; a file may hold it instead.
 */
export const givenBy = (setting: Settings[string]): string =>
  setting.secret && !setting.show ? `${setting.name}_FILE` : flagOf(setting.name)

/** Returns the meaning of a command, followed by the flags that the meaning does not mention. */
function describe({ meaning, flags }: Command): string {
  const others = Object.entries(flags).filter(
    ([name, flag]) => !flag.isShared && !meaning.includes(`--${name}`),
  )
  if (others.length === 0) return meaning
  const texts = others.map(([name, flag], at) => {
    const isLast = at === others.length - 1
    const usage = flagUsage(name, flag)
    if (!('effect' in flag)) return isLast ? usage : `${usage} `
    return isLast ? `${usage} ${flag.effect}` : `${usage} ${flag.effect}, `
  })
  return `${meaning}: ${texts.join('')}`
}

export function flagUsage(name: string, flag: Flag): string {
  if ('oneOf' in flag) return `[--${name} ${flag.oneOf.join('|')}]`
  if ('isSwitch' in flag) return `[--${name}]`
  const usage = flag.value === undefined ? `--${name}` : `--${name} ${flag.value}`
  return flag.required === undefined ? `[${usage}]` : usage
}
