import { flagOf, type Settings } from '#runtime/settings.ts'
import type { Command, Flag } from './command.ts'
import { allSettings } from './start/all-settings.ts'
import { table } from './table.ts'

export const help = (
  commands: readonly Command[],
): string => `Latchkey: users and sign-in as two small services.

Usage: latchkey COMMAND [FLAGS]

${table(linesOf(commands).map((command) => [`  ${command.usage}`, describe(command)]))}
Flags of every command: --env-file FILE, and with start --profile reference (ports 9000 and 9001).
Every setting is a flag, an environment variable, or a line of that file; secrets are no flags:

${table(Object.values(allSettings).map((one) => [`  ${one.name}`, givenBy(one), one.default ? `${one.meaning} (${one.default})` : one.meaning]))}`

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
  const others = Object.entries(flags).filter(([name]) => !meaning.includes(`--${name}`))
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
