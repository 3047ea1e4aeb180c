import type { FieldError } from '../declaration/failures.ts'
import { isObject, LargeNumber, parseStrictJson, StrictJsonError } from './strict-json.ts'

/** The maximum size of a user's metadata as JSON, in bytes. */
export const maxMetadataBytes = 8 * 1024

/** The part of a user's metadata that can be stored, and the members that were left out. */
export interface KeptMetadata {
  metadata: Record<string, unknown>
  leftOut: FieldError[]
}

/**
 * Returns the part of another system's metadata that can be stored. The metadata may be an object or its JSON text, as in CSV. A
 * member is left out if it holds a number that would lose digits. If the rest does not fit beside `reserved`, the largest
 * members, such as a picture, are left out. Metadata that is no object is left out as a whole.
 */
export function keepMetadata(value: unknown, reserved: Record<string, unknown> = {}): KeptMetadata {
  if (value === undefined || value === null || value === '') return { metadata: {}, leftOut: [] }
  const read = objectIn(value)
  if (typeof read === 'string')
    return { metadata: {}, leftOut: [{ pointer: '/metadata', code: 'wrong_type', detail: read }] }
  const leftOut: FieldError[] = []
  const metadata: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(read)) {
    if (holdsLargeNumber(member))
      leftOut.push(leave(name, 'out_of_range', 'A number in it is too large to be kept.'))
    else metadata[name] = member
  }
  while (sizeOf({ ...metadata, ...reserved }) > maxMetadataBytes) {
    const largest = largestOf(metadata)
    if (largest === undefined) break
    delete metadata[largest]
    leftOut.push(leave(largest, 'too_long', 'With it, the metadata is larger than 8 KiB.'))
  }
  return { metadata, leftOut }
}

/** Returns an object, or a sentence that says why there is none. */
function objectIn(value: unknown): Record<string, unknown> | string {
  try {
    const found = typeof value === 'string' ? parseStrictJson(value, { keepsLargeNumbers: true }) : value
    return isObject(found) ? found : 'Metadata is an object.'
  } catch (error) {
    if (error instanceof StrictJsonError) return error.message
    throw error
  }
}

const holdsLargeNumber = (value: unknown): boolean =>
  value instanceof LargeNumber ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsLargeNumber))

const encoder = new TextEncoder()
const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length

function largestOf(metadata: Record<string, unknown>): string | undefined {
  const sized = Object.entries(metadata).map(([name, value]) => ({ name, size: sizeOf(value) }))
  return sized.reduce<{ name: string; size: number } | undefined>(
    (largest, one) => (largest && largest.size >= one.size ? largest : one),
    undefined,
  )?.name
}

const leave = (name: string, code: string, detail: string): FieldError => ({
  pointer: `/metadata/${name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`,
  code,
  detail,
})
