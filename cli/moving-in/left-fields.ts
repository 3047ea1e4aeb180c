import { isDeepStrictEqual } from 'node:util'
import { isObject, LargeNumber, parseStrictJson, StrictJsonError } from '#contract/rules/strict-json.ts'
import type { ForeignRecord } from './records.ts'

/**
 * Returns a note for each non-empty field of a record that is not imported. `known` lists the fields without a note: those that
 * are imported, are reported elsewhere, or say nothing about the user.
 */
export const leftFields = (record: ForeignRecord, known: readonly string[]): string[] =>
  Object.entries(record).flatMap(([name, value]) =>
    known.includes(name) || isEmpty(value) ? [] : [`${name} is left behind`],
  )

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

const isEmpty = (value: unknown): boolean =>
  isAbsent(value) ||
  value === false ||
  ['f', 'false', '[]', '{}', '0'].includes(String(value)) ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

/**
 * Merges metadata of another system, as an object or as JSON text, with further members. When both have a member, the one in
 * `further` is imported and a note reports the other: in many systems users can write their metadata, but not the system's own
 * fields.
 */
export function joinMetadata(
  value: unknown,
  further: Record<string, unknown>,
): { metadata: unknown; notes: string[] } {
  const members = Object.entries(further).filter(([, member]) => !isAbsent(member))
  const written = objectIn(value)
  if (members.length === 0 || written === undefined) return { metadata: value, notes: [] }
  const joined = new Map(Object.entries(written))
  const notes: string[] = []
  for (const [name, member] of members) {
    if (joined.has(name) && !isDeepStrictEqual(joined.get(name), member))
      notes.push(`${name} of the metadata that users write is left behind: the system has its own`)
    joined.set(name, member)
  }
  return { metadata: Object.fromEntries(joined), notes }
}

/** Returns an object, which is empty for an absent value; undefined for a value that is no object. */
function objectIn(value: unknown): Record<string, unknown> | undefined {
  const found = isAbsent(value) ? {} : parsed(value)
  return isObject(found) ? found : undefined
}

/** Returns the value if it is an object, otherwise an empty object. */
export const objectOf = (value: unknown): ForeignRecord => (isObject(value) ? value : {})

/** Reads a list, or the JSON text of a list, as in CSV. Any other value gives an empty list. */
export function listIn(value: unknown): ForeignRecord[] {
  const found = parsed(value)
  return Array.isArray(found) ? found.filter(isObject) : []
}

/** Parses a text as JSON, as in CSV; undefined if it is not JSON. Returns a value that is no text unchanged. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseStrictJson(value, { keepsLargeNumbers: true })
  } catch (error) {
    if (error instanceof StrictJsonError) return undefined
    throw error
  }
}

/** Reads a text or a number, also a large one. */
export const idIn = (value: unknown): string | undefined =>
  value instanceof LargeNumber
    ? value.written
    : typeof value === 'number'
      ? String(value)
      : typeof value === 'string' && value !== ''
        ? value
        : undefined
