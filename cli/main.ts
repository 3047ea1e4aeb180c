import { hostname, userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { runAsOperator } from '#runtime/acting.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { flagOf } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { keepNextTickFast } from '#runtime/system/next-tick.ts'
import type { Command, CommandLine } from './command.ts'
import { commands } from './commands.ts'
import { didYouMean } from './did-you-mean.ts'
import { describeFault, faultsOf } from './faults.ts'
import { allSettings, readAllSettings } from './settings/all-settings.ts'

const settingNames = Object.values(allSettings).map((one) => flagOf(one.name).slice(2))
const text = { type: 'string' } as const

/**
 * Runs one command. It prints errors to the standard error, a line for each fault, and sets the exit code.
 */
export async function main(args: string[]): Promise<void> {
  // With this mask, only the owner of a file may read databases, keys and passwords, wherever the settings put them.
  process.umask(0o077)
  keepNextTickFast()
  try {
    const { command, line } = parse(args)
    await runAsItsOperator(command, line)
  } catch (error) {
    for (const fault of faultsOf(error)) process.stderr.write(describeFault(fault, process.stderr.columns))
    process.exitCode = error instanceof StartFault ? error.exitCode : 1
  }
}

/** Runs a command so that its events say who ran it. A service acts for its callers, not for the one who started it. */
function runAsItsOperator(command: Command, line: CommandLine): Promise<void> {
  if (command.name.split(' ')[0] === 'start') return command.run(line)
  return runAsOperator({ osUser: osUser(), host: hostname() }, () => command.run(line))
}

/** Returns the name of the account that runs this process, or its number: in a container it often has no name. */
function osUser(): string {
  try {
    return userInfo().username
  } catch {
    return `${process.getuid?.() ?? 'unknown'}`
  }
}

function parse(args: string[]): { command: Command; line: CommandLine } {
  const { words, values } = parseFlags(args)
  const command = commandOf(words)
  return {
    command,
    line: {
      operands: operandsOf(command, words),
      values,
      readSettings: () =>
        readAllSettings({
          flags: Object.fromEntries(
            settingNames.flatMap((name) =>
              values[name] === undefined ? [] : [[`--${name}`, String(values[name])]],
            ),
          ),
          environment: process.env,
          envFile: textOf(values['env-file']),
          profile: textOf(values.profile),
        }),
    },
  }
}

/** Returns the words after the name of the command. For `help` they are the name of another command, and so one operand. */
function operandsOf({ name }: Command, words: string[]): string[] {
  const operands = words.slice(name.split(' ').length)
  return name === 'help' && operands.length > 0 ? [operands.join(' ')] : operands
}

function parseFlags(args: string[]): { words: string[]; values: CommandLine['values'] } {
  const [first = '', second = ''] = args
  const declared = commandNamed(`${first} ${second}`) ?? commandNamed(first)
  const own = Object.entries(declared?.flags ?? {}).map(
    ([name, flag]) => [name, { type: 'isSwitch' in flag ? 'boolean' : 'string' }] as const,
  )
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    ...Object.fromEntries(settingNames.map((name) => [name, text])),
    profile: text,
    'env-file': text,
    ...Object.fromEntries(own),
    version: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  }
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true })
  const unknown = tokens.flatMap((token) =>
    token.kind === 'option' && !Object.hasOwn(options, token.name) ? [token.rawName] : [],
  )
  const flagNames = Object.keys(options).map((name) => `--${name}`)
  if (unknown.length > 0)
    throw new StartFault(
      unknown.map((name) => `Unknown flag ${name}.${didYouMean(name, flagNames)}`),
      { exitCode: 2 },
    )
  try {
    const inline = withInlineValues(args, (flag) => options[flag.slice(2)]?.type === 'string')
    const { positionals, values } = parseArgs({ args: inline, options, allowPositionals: true })
    const words = values.version ? ['version'] : values.help ? ['help', ...positionals] : positionals
    return { words, values }
  } catch (cause) {
    throw new StartFault([messageOf(cause)], { cause, exitCode: 2 })
  }
}

/**
 * Writes `--kid -abc` as `--kid=-abc`, because ids may begin with a dash, and the parser takes such a value for flags of one letter.
 * A value that begins with two dashes stays a fault: it is more likely the next flag, after a value that was forgotten.
 */
function withInlineValues(args: string[], takesValue: (flag: string) => boolean): string[] {
  const isDashedValue = (index: number) =>
    /^-[^-]./.test(args[index] ?? '') && takesValue(args[index - 1] ?? '')
  return args.flatMap((arg, index) =>
    isDashedValue(index) ? [] : isDashedValue(index + 1) ? [`${arg}=${args[index + 1]}`] : [arg],
  )
}

const commandNamed = (name: string): Command | undefined => commands.find((command) => command.name === name)

function commandOf(words: string[]): Command {
  const typed = words.join(' ') || 'help'
  const found = commands.find(
    ({ name, operand }) => typed === name || (operand !== undefined && typed.startsWith(`${name} `)),
  )
  if (!found) {
    const known = commands.find(({ name }) => typed.startsWith(`${name} `))
    if (known) {
      const extra = typed.slice(known.name.length + 1)
      const advice = `${known.name} takes no argument "${extra}". See: latchkey help ${known.name}`
      throw new StartFault([advice], { exitCode: 2 })
    }
    const [first = '', second = ''] = words
    const near = didYouMean(
      `${first} ${second}`.trim(),
      commands.map(({ name }) => name),
    )
    throw new StartFault([`Unknown command "${typed}".${near || ' See: latchkey help'}`], { exitCode: 2 })
  }
  return found
}

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
