import { isDeepStrictEqual } from 'node:util'
import { isObject, LargeNumber, parseStrictJson, StrictJsonError } from '#contract/rules/strict-json.ts'
import type { ForeignRecord } from './records.ts'

/**
 * Notes each field of a record that holds something and that the reader does not know. `known` are the fields that are imported,
 * reported otherwise, or say nothing about the person.
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
 * Joins metadata of another system, which may be the JSON text of CSV, with further members. Where both have a member, the further
 * one is imported: users of many systems can write the metadata, and only the system its own fields. The other is noted.
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

/** Returns an object, also one that is not there, which is empty; undefined for any other value. */
function objectIn(value: unknown): Record<string, unknown> | undefined {
  const found = isAbsent(value) ? {} : parsed(value)
  return isObject(found) ? found : undefined
}

/** Returns an object; an empty one in place of any other value. */
export const objectOf = (value: unknown): ForeignRecord => (isObject(value) ? value : {})

/** Reads a list, or the JSON text of a list, as in CSV. Anything else is empty. */
export function listIn(value: unknown): ForeignRecord[] {
  const found = parsed(value)
  return Array.isArray(found) ? found.filter(isObject) : []
}

/** Returns the value of a JSON text, as in CSV, undefined if it is none; any other value as it is. */
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
