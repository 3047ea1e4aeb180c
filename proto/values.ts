import { Failure } from '#contract/declaration/failures.ts'
import { parseStrictJson, StrictJsonError } from '#contract/rules/strict-json.ts'
import type { Duration__Output } from './generated/google/protobuf/Duration.ts'
import type { Struct, Struct__Output } from './generated/google/protobuf/Struct.ts'
import type { Timestamp, Timestamp__Output } from './generated/google/protobuf/Timestamp.ts'
import type { Value, Value__Output } from './generated/google/protobuf/Value.ts'

/** Converts an RFC 3339 time to a `google.protobuf.Timestamp`. */
export function toTimestamp(time: string): Timestamp
export function toTimestamp(time: string | null): Timestamp | null
export function toTimestamp(time: string | null): Timestamp | null {
  if (time === null) return null
  const epochMs = Date.parse(time)
  const seconds = Math.floor(epochMs / 1000)
  return { seconds, nanos: (epochMs - seconds * 1000) * 1_000_000 }
}

/** Converts a Timestamp to RFC 3339. Returns undefined if it was not sent. */
export function fromTimestamp(time: Timestamp__Output | null, field: string): string | undefined {
  if (time === null) return undefined
  const epochMs = Number(time.seconds) * 1000 + Math.floor(time.nanos / 1_000_000)
  // The definition of Timestamp allows the years 0001 to 9999 only.
  if (epochMs < -62_135_596_800_000 || epochMs > 253_402_300_799_999 || time.nanos < 0)
    throw invalidField(field, 'This is no time.')
  return new Date(epochMs).toISOString()
}

export const millisecondsOf = (duration: Duration__Output): number =>
  Number(duration.seconds) * 1000 + duration.nanos / 1_000_000

/** Converts a JSON object to a `google.protobuf.Struct`. */
export const toStruct = (object: Record<string, unknown>): Struct => ({
  fields: Object.fromEntries(Object.entries(object).map(([name, value]) => [name, toValue(value)])),
})

function toValue(value: unknown): Value {
  if (value === null) return { nullValue: 'NULL_VALUE' }
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'number') return { numberValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (Array.isArray(value)) return { listValue: { values: value.map(toValue) } }
  return { structValue: toStruct(value as Record<string, unknown>) }
}

/**
 * Converts a Struct to a JSON object. It is as strict with names, nesting and numbers as HTTP is with the
 * same object in a body.
 * @throws {Failure} `malformed_request`
 */
export function fromStruct(struct: Struct__Output): Record<string, unknown> {
  const object = toObject(struct)
  fromJson(JSON.stringify({ object }))
  return object
}

/**
 * Parses a field that holds JSON, as strictly as HTTP parses a body. Returns undefined if it was not sent.
 * @throws {Failure} `malformed_request`
 */
export function fromJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return parseStrictJson(text)
  } catch (cause) {
    if (!(cause instanceof StrictJsonError)) throw cause
    throw new Failure('malformed_request', { detail: cause.message, cause })
  }
}

const toObject = ({ fields }: Struct__Output): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fromValue(value)]))

function fromValue(value: Value__Output): unknown {
  switch (value.kind) {
    case 'stringValue':
      return value.stringValue
    case 'numberValue':
      // NaN and the infinities would become null in JSON.
      if (!Number.isFinite(value.numberValue))
        throw new Failure('malformed_request', { detail: 'JSON has no such number.' })
      return value.numberValue
    case 'boolValue':
      return value.boolValue
    case 'listValue':
      return value.listValue?.values.map(fromValue)
    case 'structValue':
      return toObject(value.structValue as Struct__Output)
    default:
      return null
  }
}

/**
 * Converts `ROLE_ADMIN` to `admin`. Returns undefined for the unspecified value. A number is a value that
 * only the sender knows, and is refused.
 */
export function fromEnum(value: string | number, prefix: string, field: string): string | undefined {
  if (value === `${prefix}UNSPECIFIED`) return undefined
  if (typeof value !== 'string') throw invalidField(field, 'There is no such value.')
  return value.slice(prefix.length).toLowerCase()
}

export const toEnum = <Prefix extends string, Name extends string>(prefix: Prefix, name: Name) =>
  `${prefix}${name.toUpperCase()}` as `${Prefix}${Uppercase<Name>}`

function invalidField(field: string, detail: string): Failure {
  return new Failure('invalid_request', {
    errors: [{ pointer: `/${field.replaceAll('.', '/')}`, code: 'not_allowed', detail }],
  })
}
