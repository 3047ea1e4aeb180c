import { isTime } from '#contract/rules/formats.ts'
import { isObject, parseStrictJson, StrictJsonError } from '#contract/rules/strict-json.ts'

/** The error for a value of another system that cannot be understood. It names the field and never shows the value. */
export class ValueError extends Error {
  override name = 'ValueError'
  readonly field: string
  readonly detail: string

  constructor(field: string, detail: string, options?: ErrorOptions) {
    super(`${field}: ${detail}`, options)
    this.field = field
    this.detail = detail
  }
}

/** Reads a text; undefined when it is absent, null or empty. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined

const words: Record<string, boolean> = {
  true: true,
  t: true,
  1: true,
  yes: true,
  false: false,
  f: false,
  0: false,
  no: false,
}

/** Reads true or false in the spellings of JSON, SQL and spreadsheets; undefined when it is absent. */
export function flagIn(value: unknown, field: string): boolean | undefined {
  if (typeof value === 'boolean') return value
  const text = textIn(value)
  if (text === undefined) return undefined
  const flag = words[text.toLowerCase()]
  if (flag === undefined) throw new ValueError(field, 'This is neither true nor false.')
  return flag
}

/** The form in which PostgreSQL writes a time, such as `2024-05-01 12:30:00.123456+00`. */
const sqlTime = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,9})?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/

/**
 * Reads a time in epoch milliseconds, from RFC 3339, from SQL (in UTC when it has no offset), or from a number: up to eleven digits
 * are seconds, more are milliseconds.
 */
export function timeIn(value: unknown, field: string): number | undefined {
  const text = textIn(value)
  if (text === undefined) return undefined
  if (/^\d{9,14}$/.test(text)) return Number(text) * (text.length > 11 ? 1 : 1_000)
  if (isTime(text)) return Date.parse(text)
  const [, day, time, offset = 'Z'] = sqlTime.exec(text) ?? []
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(offset) ?? []
  const written = `${day}T${time}${hours ? `${hours}:${minutes}` : 'Z'}`
  if (!isTime(written)) throw new ValueError(field, 'This is not a time, such as 2024-01-02T03:04:05Z.')
  return Date.parse(written)
}

/** Reads an object, or the JSON text of an object, as in CSV. Returns undefined when it is absent, null or empty. */
export function objectIn(value: unknown, field: string): Record<string, unknown> | undefined {
  const found = typeof value === 'string' && value !== '' ? parsed(value, field) : value
  if (found === undefined || found === null || found === '') return undefined
  if (!isObject(found)) throw new ValueError(field, 'This is not a JSON object.')
  return found
}

function parsed(text: string, field: string): unknown {
  try {
    return parseStrictJson(text)
  } catch (cause) {
    if (cause instanceof StrictJsonError) throw new ValueError(field, cause.message, { cause })
    throw cause
  }
}

/** Joins the parts of a name; undefined when there is none. */
export const nameOf = (...parts: unknown[]): string | undefined =>
  parts
    .flatMap((part) => textIn(part)?.trim() ?? [])
    .join(' ')
    .trim() || undefined
