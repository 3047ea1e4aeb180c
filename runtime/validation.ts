import { createRequire } from 'node:module'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { Failure, type FieldError } from '#contract/failures.ts'
import { formats, isTime } from '#contract/formats.ts'
import type { Schema } from '#contract/schema.ts'

type Check = (value: unknown) => void

const require = createRequire(import.meta.url)
const maxErrors = 20

/**
 * A check that throws `invalid_request` with a pointer to each fault; `prefix` is where the value stood. Compiled on
 * first use: the compiler costs tens of milliseconds to load, which a start must not wait for.
 */
export function checker(schema: Schema, options: { coerce: boolean; prefix: string }): Check {
  let findFirst: ValidateFunction | undefined
  let findAll: ValidateFunction | undefined
  return (value) => {
    findFirst ??= compiler({ ...options, allErrors: false }).compile(schema)
    if (findFirst(value)) return
    if (partsOf(value) > maxParts) throw invalid(findFirst, options.prefix)
    findAll ??= compiler({ ...options, allErrors: true }).compile(schema)
    findAll(value)
    throw invalid(findAll, options.prefix)
  }
}

/** Of a value with more names and items only the first fault is told: to find thousands takes longer than all else. */
const maxParts = 200

/** How many names and items a value has, counted no further than it matters. */
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

/** Path and query values arrive as text, so only there may "50" be taken for 50. */
function compiler({ coerce, allErrors }: { coerce: boolean; allErrors: boolean }): Ajv2020 {
  const key = `${coerce} ${allErrors}`
  let ajv = compilers.get(key)
  if (!ajv) {
    const { Ajv2020: Compiler } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
    ajv = new Compiler({ allErrors, coerceTypes: coerce, formats })
    compilers.set(key, ajv)
  }
  return ajv
}

function invalid(validate: ValidateFunction, prefix: string): Failure {
  const errors = (validate.errors ?? []).slice(0, maxErrors).map((error) => fieldError(error, prefix))
  return new Failure('invalid_request', { errors })
}

/** RFC 6901: `~` and `/` inside a name are escaped. */
export const pointerTo = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

function fieldError(error: ErrorObject, prefix: string): FieldError {
  const at = prefix + error.instancePath
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
        detail: `It ${error.message ?? 'is not valid'}.`,
      }
  }
}

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

/** A time as RFC 3339 writes it, in epoch milliseconds; undefined when none was sent. */
export function toEpochMs(time: string | undefined, pointer: string): number | undefined {
  if (time === undefined) return undefined
  if (isTime(time)) return Date.parse(time)
  throw new Failure('invalid_request', {
    errors: [{ pointer, code: 'invalid_format', detail: 'This is not a time as RFC 3339 writes it.' }],
  })
}
