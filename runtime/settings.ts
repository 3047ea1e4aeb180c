import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { applicationEnvironment } from '#contract/rules/application-environment.ts'
import { messageOf } from './log/thrown.ts'
import { isGuessable } from './secret-strength.ts'
import { StartFault } from './start-fault.ts'

/**
 * One setting: its name, its meaning, and how its text becomes a value. `parse` throws an Error for a wrong text. The message
 * continues a sentence that begins with the name of the setting, such as `is empty`.
 */
export interface Setting<T> {
  name: `LATCHKEY_${string}`
  meaning: string
  /** The default in the form that an operator would write; absent if the setting has none. */
  default?: string
  optional?: boolean
  secret?: boolean
  /** Shows a value without its secret parts. A secret that has no such function is not shown at all. */
  show?(text: string): string
  parse(text: string): T
}

// biome-ignore lint/suspicious/noExplicitAny: a table of settings holds many types of value.
export type Settings = Record<string, Setting<any>>
export type ValuesOf<S extends Settings> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never }
export type Origin = 'default' | 'profile' | 'flag' | 'environment' | 'env file' | 'secret file'

export interface Sources {
  flags: Record<string, string>
  environment: Record<string, string | undefined>
  envFile: Record<string, string | undefined>
  /**
   * Values that replace the defaults, such as the ports of a reference deployment (a ready-made set of files for operators).
   */
  profile: Record<string, string>
}

export const port = (name: `LATCHKEY_${string}`, meaning: string, fallback?: number) =>
  setting(name, meaning, fallback?.toString(), (text) => wholeNumber(text, { atLeast: 0, atMost: 65_535 }))

export const count = (
  name: `LATCHKEY_${string}`,
  meaning: string,
  limits: { default: number; atLeast: number; atMost: number },
) =>
  setting(name, `${meaning} (${limits.atLeast} to ${limits.atMost})`, limits.default.toString(), (value) =>
    wholeNumber(value, limits),
  )

export const text = (name: `LATCHKEY_${string}`, meaning: string, fallback?: string) =>
  setting(name, meaning, fallback, (value) => {
    if (value.trim() === '') throw new Error('is empty')
    return value
  })

/**
 * A setting that names a file. Its value may be shown, so a value that is the content of a key or certificate
 * is refused.
 */
export const filePath = (name: `LATCHKEY_${string}`, meaning: string) =>
  setting(name, meaning, undefined, (value) => {
    if (value.trim() === '') throw new Error('is empty')
    if (value.includes('-----BEGIN')) throw new Error('is not the path of a file, but what should be in it')
    return value
  })

export const choice = <const T extends string>(
  name: `LATCHKEY_${string}`,
  meaning: string,
  choices: readonly T[],
  fallback?: T,
) =>
  setting(name, `${meaning}: ${choices.join(' | ')}`, fallback, (value) => {
    const chosen = choices.find((one) => one === value)
    if (chosen === undefined) throw new Error(`is not one of ${choices.join(', ')}`)
    return chosen
  })

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A setting that is a duration in milliseconds, written with its unit: `30s`, `15m`, `1h`, `90d`. */
export const durationMs = (
  name: `LATCHKEY_${string}`,
  meaning: string,
  limits: { default: string; atLeast: string; atMost: string },
) =>
  setting(name, `${meaning} (${limits.atLeast} to ${limits.atMost})`, limits.default, (value) => {
    const ms = parseDuration(value)
    if (ms < parseDuration(limits.atLeast) || ms > parseDuration(limits.atMost)) {
      throw new Error(`is not between ${limits.atLeast} and ${limits.atMost}`)
    }
    return ms
  })

export const httpUrl = (name: `LATCHKEY_${string}`, meaning: string, fallback?: string) =>
  setting(name, meaning, fallback, (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol)) throw new Error('is not an http or https URL')
    if (url.href !== `${url.origin}/`) throw new Error('has more than a scheme, a host and a port')
    return url.origin
  })

/** A setting that is the name of a domain, in lower case, without a scheme or a port. */
export const domainName = (name: `LATCHKEY_${string}`, meaning: string) =>
  setting(name, meaning, undefined, (value) => {
    const url = URL.canParse(`https://${value}`) ? new URL(`https://${value}`) : undefined
    if (url?.hostname !== value || isIP(value) !== 0) throw new Error('is not the name of a domain')
    return value
  })

/** A setting that is the base URL of pages: http or https, perhaps with a path. Its value ends without a slash. */
export const pageBase = (name: `LATCHKEY_${string}`, meaning: string) =>
  setting(name, meaning, undefined, (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol)) throw new Error('is not an http or https URL')
    if (url.href !== `${url.origin}${url.pathname}`)
      throw new Error('has more than a scheme, a host, a port and a path')
    return url.href.replace(/\/+$/, '')
  })

/**
 * A setting that says where to listen. It is an IP address or localhost, because another name could resolve
 * to an address that the operator did not mean to open.
 */
export const listenAddress = (name: `LATCHKEY_${string}`, meaning: string, fallback: string) =>
  setting(name, meaning, fallback, (value) => {
    if (value !== 'localhost' && isIP(value) === 0) throw new Error('is not an IP address or localhost')
    return value
  })

const advice = 'set it to what `openssl rand -base64 32` prints'

/**
 * A setting with one or two secrets, so that a secret can be rotated: each is accepted, and the first is
 * sent.
 */
export const secrets = (name: `LATCHKEY_${string}`, meaning: string) => ({
  ...setting(name, meaning, undefined, (value) => {
    const list = value.split(',').map((one) => one.trim())
    if (list.length > 2) throw new Error('holds more than two secrets')
    for (const one of list) {
      if (one.length < 32) throw new Error(`is shorter than 32 characters: ${advice}`)
      if (isGuessable(Buffer.from(one))) throw new Error(`can be guessed from its pattern: ${advice}`)
    }
    return list
  }),
  secret: true,
})

/**
 * A setting with one or two keys of 32 bytes, so that a key can be rotated: each decrypts, and the first, which is the current
 * one, encrypts.
 */
export const keys32 = (name: `LATCHKEY_${string}`, meaning: string) => ({
  ...setting(name, meaning, undefined, (value) => {
    const list = value.split(',').map((one) => one.trim())
    if (list.length > 2) throw new Error('holds more than two keys')
    return list.map(toKey32)
  }),
  secret: true,
})

function toKey32(value: string): Buffer {
  const key = Buffer.from(value, 'base64')
  if (key.length !== 32 || key.toString('base64') !== value)
    throw new Error(`is not 32 bytes in base64: ${advice}`)
  if (isGuessable(key)) throw new Error(`can be guessed from its pattern: ${advice}`)
  return key
}

export const list = (name: `LATCHKEY_${string}`, meaning: string, check: (item: string) => void) =>
  setting(name, meaning, '', (value) => {
    const items = value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
    if (items.length > 100) throw new Error('has more than 100 items')
    items.forEach(check)
    return items
  })

/** Makes a setting optional: without a value and a default, it is undefined. */
export const unsetOr = <T>(one: Setting<T>): Setting<T | undefined> => ({ ...one, optional: true })

export function setting<T>(
  name: `LATCHKEY_${string}`,
  meaning: string,
  fallback: string | undefined,
  parse: (text: string) => T,
): Setting<T> {
  return { name, meaning, ...(fallback === undefined ? {} : { default: fallback }), parse }
}

function wholeNumber(value: string, limits: { atLeast: number; atMost: number }): number {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= limits.atLeast && number <= limits.atMost)) {
    throw new Error(`is not a whole number from ${limits.atLeast} to ${limits.atMost}`)
  }
  return number
}

/**
 * Reads a duration such as `15m`, in milliseconds. @throws {Error} whose message continues a sentence that
 * begins with the name of the setting
 */
export function parseDuration(value: string): number {
  const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(value) ?? []
  const factor = unitMs[unit]
  if (factor === undefined) throw new Error('is not a duration such as 30s, 15m, 1h or 90d')
  return Number(amount) * factor
}

export const flagOf = (name: string): string =>
  `--${name.slice('LATCHKEY_'.length).toLowerCase().replaceAll('_', '-')}`

export interface ReadSettings<S extends Settings> {
  values: ValuesOf<S>
  origins: { [K in keyof S]: Found }
}

interface Found {
  text: string | undefined
  origin: Origin
  /** The path of the file that a secret was read from. */
  file?: string
}

/**
 * Reads each setting from the first source that has it: flags, the environment, the env file, the profile, or the default.
 * @throws {StartFault} with one line for each fault, and exit code 2. Values are never shown: they may be
 * secrets.
 */
export function readSettings<S extends Settings>(settings: S, sources: Sources): ReadSettings<S> {
  const faults = unknownNames(settings, sources)
  const values: Record<string, unknown> = {}
  const origins: Record<string, Found> = {}
  for (const [key, one] of Object.entries(settings)) {
    let file: string | undefined
    try {
      const found = find(one, sources)
      origins[key] = found
      file = found.file
      values[key] = found.text === undefined ? undefined : one.parse(found.text)
      if (found.text === undefined && !one.optional) throw new Error('must be set')
    } catch (error) {
      const place = file === undefined ? one.name : `The file ${file} of ${one.name}_FILE`
      faults.push(`${place} ${messageOf(error)}.`)
    }
  }
  if (faults.length > 0) throw new StartFault(faults, { exitCode: 2 })
  return { values: values as ValuesOf<S>, origins: origins as ReadSettings<S>['origins'] }
}

function find(one: Setting<unknown>, sources: Sources): Found {
  const flag = sources.flags[flagOf(one.name)]
  if (flag !== undefined) {
    // Other processes of the machine can read the arguments of a process, so a flag is no place for a secret.
    if (one.secret && one.show?.(flag) !== flag)
      throw new Error(`is a secret, which no flag may hold: set it in the environment, or ${one.name}_FILE`)
    return { text: flag, origin: 'flag' }
  }
  for (const [origin, variables] of [
    ['environment', sources.environment],
    ['env file', sources.envFile],
  ] as const) {
    const file = one.secret ? variables[`${one.name}_FILE`] : undefined
    if (file !== undefined && variables[one.name] !== undefined)
      throw new Error(`and ${one.name}_FILE are both set`)
    if (file !== undefined) return { text: readSecretFile(file), origin: 'secret file', file }
    if (variables[one.name] !== undefined) return { text: variables[one.name], origin }
  }
  const profile = sources.profile[one.name]
  if (profile !== undefined) return { text: profile, origin: 'profile' }
  return { text: one.default, origin: 'default' }
}

function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    // The message does not name the path: somebody may have put the secret itself there.
    throw new Error('cannot be read from the file that is named', { cause })
  }
}

function unknownNames(settings: Settings, sources: Sources): string[] {
  const names = new Set<string>()
  for (const one of Object.values(settings)) {
    names.add(one.name)
    if (one.secret) names.add(`${one.name}_FILE`)
  }
  const flags = new Set(Object.values(settings).map((one) => flagOf(one.name)))
  const fromVariables = Object.keys({ ...sources.envFile, ...sources.environment })
    .filter((name) => name.startsWith('LATCHKEY_') && !names.has(name) && !isOfApplication(name, sources))
    .map((name) => `${name} is not a setting.`)
  const fromFlags = Object.keys(sources.flags)
    .filter((flag) => !flags.has(flag))
    .map((flag) => `${flag} is not a setting.`)
  return [...fromVariables, ...fromFlags]
}

/** True for a variable of a web application: a developer may run Latchkey in the same shell. */
const isOfApplication = (name: string, { envFile }: Sources): boolean =>
  envFile[name] === undefined && Object.values<string>(applicationEnvironment).includes(name)
