import { createRequire } from 'node:module'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { Failure, type FieldError } from '#contract/declaration/failures.ts'
import { patternInWords, type Schema } from '#contract/declaration/schema.ts'
import { formats, isTime } from '#contract/rules/formats.ts'

const require = createRequire(import.meta.url)
const maxErrors = 20

/**
 * Returns a function that checks a value against a schema. The function returns the value, or throws
 * `invalid_request` with a JSON pointer to each fault. It is compiled on first use, because the compiler
 * takes tens of milliseconds to load.
 */
export function checker<T>(schema: Schema<T>, { coerce = false } = {}): (value: unknown) => T {
  let findFirst: ValidateFunction<T> | undefined
  let findAll: ValidateFunction<T> | undefined
  return (value) => {
    findFirst ??= compiler({ coerce, allErrors: false }).compile<T>(schema)
    if (findFirst(value)) return value
    if (partsOf(value) > maxParts) throw invalid(findFirst)
    findAll ??= compiler({ coerce, allErrors: true }).compile<T>(schema)
    findAll(value)
    throw invalid(findAll)
  }
}

/**
 * The number of names and items above which only the first fault of a value is reported: finding thousands of
 * faults takes too long.
 */
const maxParts = 200

/** Counts the names and items of a value, and stops once they are more than `maxParts`. */
function partsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts = Object.values(value)
  let count = parts.length
  for (const part of parts) {
    if (count > maxParts) return count
    count += partsOf(part)
  }
  return count
}

const compilers = new Map<string, Ajv2020>()

/**
 * Returns a compiler of schemas. With `coerce`, the text "50" is accepted as the number 50, because values of
 * a path and a query arrive as text.
 */
function compiler({ coerce, allErrors }: { coerce: boolean; allErrors: boolean }): Ajv2020 {
  const key = `${coerce} ${allErrors}`
  let ajv = compilers.get(key)
  if (!ajv) {
    const { Ajv2020: Compiler } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
    // The schemas themselves are not checked here, because they are constants, and a test checks them. Each compiler would
    // first compile the schema of JSON Schema, which takes longer than everything else that a process compiles.
    ajv = new Compiler({
      allErrors,
      coerceTypes: coerce,
      formats,
      meta: false,
      validateSchema: false,
      verbose: true,
    })
    compilers.set(key, ajv)
  }
  return ajv
}

const invalid = ({ errors }: ValidateFunction): Failure =>
  new Failure('invalid_request', { errors: (errors ?? []).slice(0, maxErrors).map(fieldError) })

/** Returns a JSON pointer to a name (RFC 6901), with `~` and `/` escaped. */
export const pointerTo = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

function fieldError(error: ErrorObject): FieldError {
  const at = error.instancePath
  switch (error.keyword) {
    case 'required':
      return {
        pointer: at + pointerTo(String(error.params.missingProperty)),
        code: 'required',
        detail: 'This is required.',
      }
    case 'additionalProperties': {
      const name = String(error.params.additionalProperty).slice(0, 100)
      return { pointer: at + pointerTo(name), code: 'unknown_field', detail: 'There is no such field.' }
    }
    default:
      return {
        pointer: at,
        code: codes[error.keyword] ?? 'invalid',
        detail: `It ${wordsOf(error) ?? error.message ?? 'is not valid'}.`,
      }
  }
}

/** Returns a sentence about what a value must be; undefined when the message of the compiler is clear enough. */
function wordsOf({ keyword, params, parentSchema }: ErrorObject): string | undefined {
  const count = (things: string) => `${params.limit} ${params.limit === 1 ? things.slice(0, -1) : things}`
  switch (keyword) {
    case 'pattern':
      return (parentSchema as Schema | undefined)?.[patternInWords]
    case 'minLength':
      return `must have at least ${count('characters')}`
    case 'maxLength':
      return `must have at most ${count('characters')}`
    case 'minItems':
      return `must have at least ${count('items')}`
    case 'maxItems':
      return `must have at most ${count('items')}`
    case 'enum':
      return oneOfWords(params.allowedValues)
    default:
      return undefined
  }
}

/** A list of events has dozens of values, which a sentence does not name. */
const maxNamedValues = 10

const oneOfWords = (values: readonly unknown[]): string | undefined =>
  values.length > maxNamedValues
    ? 'must be one of the values that the reference lists'
    : `must be ${values.map((value) => JSON.stringify(value)).join(' or ')}`

const codes: Record<string, string> = {
  type: 'wrong_type',
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_short',
  uniqueItems: 'repeated',
  pattern: 'invalid_format',
  format: 'invalid_format',
  enum: 'not_allowed',
  const: 'not_allowed',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
}

/**
 * Reads an RFC 3339 time in epoch milliseconds; undefined when none was sent.
 * @throws {Failure} `invalid_request` with the pointer
 */
export function toEpochMs(time: string | undefined, pointer: string): number | undefined {
  if (time === undefined) return undefined
  if (isTime(time)) return Date.parse(time)
  throw new Failure('invalid_request', {
    errors: [{ pointer, code: 'invalid_format', detail: 'This is not a time as RFC 3339 writes it.' }],
  })
}
