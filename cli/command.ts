import type { ReadSettings } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { AllSettings, allSettings } from './settings/all-settings.ts'

/** A flag of one command: a switch, one of a few words, or any text. */
export type Flag = Switch | Choice | Text

interface Switch extends AnyFlag {
  isSwitch: true
}

interface AnyFlag {
  /** The description of the flag in `help`, in the imperative or as a noun. A shared flag has it in `help.ts`. */
  effect?: string
  /** True when many commands have this flag, so that `help` explains it once for all of them. */
  isShared?: true
}

interface Valued extends AnyFlag {
  /**
   * True, or a text, when the command cannot run without this flag. The error message for an absent flag then has the text in
   * place of the name of the flag.
   */
  required?: true | string
}

interface Choice extends Valued {
  oneOf: readonly string[]
  /** A name for the word, where the words are too many to stand after the flag. Then `help` lists them after the description. */
  value?: string
}

interface Text extends Valued {
  /** An example or a name for the text, as `help` shows it after the flag. */
  value?: string
}

export type Flags = Record<string, Flag>

type FlagValue<F extends Flag> = F extends { isSwitch: true }
  ? boolean
  :
      | (F extends { oneOf: readonly (infer Word)[] } ? Word : string)
      | (F extends { required: true | string } ? never : undefined)

/** The argument that the function `run` of a command gets. Its type follows from the declaration of the command. */
export type Call<
  F extends Flags,
  Operand extends string | undefined,
  IsOptional extends boolean,
  ReadsSettings extends boolean,
> = {
  flags: { [Name in keyof F]: FlagValue<F[Name]> }
  operand: Operand extends string ? (IsOptional extends true ? string | undefined : string) : undefined
} & (ReadsSettings extends true ? SettingsOfCall : unknown)

interface SettingsOfCall {
  settings: AllSettings
  /** The current text of each setting and its source: a flag, the environment, a file or the default. */
  origins: ReadSettings<typeof allSettings>['origins']
}

interface Declaration<
  F extends Flags,
  Operand extends string | undefined,
  IsOptional extends boolean,
  ReadsSettings extends boolean,
> {
  /** The name of the command in one or two words, such as `users create`. */
  name: string
  /**
   * The first column of `help`, if it is not the name and the operand. Commands with the same text share a
   * line.
   */
  usage?: string
  /** A name for the one word that follows the command, such as `FILE`. */
  operand?: Operand
  isOperandOptional?: IsOptional
  flags?: F
  /** A summary that fits a line: a verb in the imperative, without a period. */
  meaning: string
  /** Sentences that only the help on this command shows, such as a warning. */
  details?: string
  /**
   * A description of the output with `--json`, for `docs/reference/commands.md`. The names of fields that are always there come
   * first, in backticks; after a semicolon come those that are there in some cases.
   */
  prints?: string
  /** False for a command that ignores the settings, so that it also works when one of them is wrong. */
  readsSettings?: ReadsSettings
  /** Runs the command. Its code is imported only here, so that a start does not load the code of other commands. */
  run(call: Call<F, Operand, IsOptional, ReadsSettings>): Promise<void>
}

/** The command line, split into its parts but not yet checked against the declaration of the command. */
export interface CommandLine {
  operands: readonly string[]
  values: Readonly<Record<string, string | boolean | undefined>>
  readSettings(): ReadSettings<typeof allSettings>
}

export interface Command {
  name: string
  usage: string
  operand: string | undefined
  flags: Flags
  meaning: string
  details: string | undefined
  prints: string | undefined
  /**
   * Runs the command.
   * @throws {StartFault} with exit code 2 when an operand, a setting or a flag is missing or wrong, in this order
   */
  run(line: CommandLine): Promise<void>
}

/** Commands that belong together, under a heading of `help`. */
export interface CommandGroup {
  title: string
  commands: readonly Command[]
}

/**
 * Declares a command once. Parsing, the types of its arguments, `help` and `docs/reference/commands.md` follow from it.
 * @example
 * command({
 *   name: 'restore', operand: 'FILE', flags: { replace: { isSwitch: true } },
 *   meaning: 'Replace both databases with those of a backup',
 *   run: async ({ settings, operand, flags }) =>
 *     (await import('./commands/restore.ts')).restoreCommand(settings, operand, flags.replace),
 * })
 */
export function command<
  const F extends Flags = Record<never, never>,
  const Operand extends string | undefined = undefined,
  const IsOptional extends boolean = false,
  const ReadsSettings extends boolean = true,
>(declaration: Declaration<F, Operand, IsOptional, ReadsSettings>): Command {
  const { name, operand, meaning, details, prints } = declaration
  const { isOperandOptional = false, readsSettings = true } = declaration
  const { usage = operand === undefined ? name : `${name} ${operand}` } = declaration
  const flags: Flags = declaration.flags ?? {}
  return {
    name,
    usage,
    operand,
    flags,
    meaning,
    details,
    prints,
    async run({ operands, values, readSettings }) {
      const call = {
        operand: readOperand({ name, operand, isOptional: isOperandOptional }, operands),
        ...(readsSettings ? settingsOf(readSettings()) : {}),
        flags: readFlags({ name, flags }, values),
      }
      // TypeScript cannot follow the conditional types of `Call`: each value has just been read by the
      // declaration that the types come from.
      await declaration.run(call as Call<F, Operand, IsOptional, ReadsSettings>)
    },
  }
}

const settingsOf = ({ values, origins }: ReadSettings<typeof allSettings>): SettingsOfCall => ({
  settings: values,
  origins,
})

function readOperand(
  { name, operand, isOptional }: { name: string; operand: string | undefined; isOptional: boolean },
  [first, ...others]: readonly string[],
): string | undefined {
  if (operand === undefined || (isOptional && first === undefined)) return undefined
  if (first !== undefined && first !== '' && others.length === 0) return first
  const wanted = operand.replaceAll('|', ' or ')
  throw new StartFault([`${name} needs one ${wanted}. See: latchkey help ${name}`], { exitCode: 2 })
}

function readFlags(
  { name, flags }: { name: string; flags: Flags },
  values: CommandLine['values'],
): Record<string, string | boolean | undefined> {
  const all = Object.entries(flags)
  const required = all.flatMap(([flag, one]) =>
    'required' in one && one.required !== undefined ? [{ flag, required: one.required }] : [],
  )
  if (required.some(({ flag }) => values[flag] === undefined)) {
    const wanted = required.map(({ flag, required }) => (required === true ? `--${flag}` : required))
    throw new StartFault([`${name} needs ${wanted.join(' and ')}.`], { exitCode: 2 })
  }
  return Object.fromEntries(all.map(([flag, one]) => [flag, readFlag(flag, one, values[flag])]))
}

function readFlag(name: string, flag: Flag, value: string | boolean | undefined) {
  if ('isSwitch' in flag) return value === true
  if ('oneOf' in flag && value !== undefined && !flag.oneOf.some((word) => word === value))
    throw new StartFault([`--${name} must be ${flag.oneOf.join(' or ')}.`], { exitCode: 2 })
  return value
}

/** The flag of every command that prints a result: a script reads it as JSON. */
export const jsonFlag = { json: { isSwitch: true, isShared: true } } as const

/** The flags of every command that works on the databases or, with `--url`, over HTTP. */
export const targetFlags = {
  url: { value: 'URL', isShared: true },
  'api-key-file': { value: 'FILE', isShared: true },
  ...jsonFlag,
} as const
