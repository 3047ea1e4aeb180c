import { Failure, type FieldError } from '#contract/declaration/failures.ts'
import { DisplayName, Locale } from '#contract/declaration/fields.ts'
import type { Schema } from '#contract/declaration/schema.ts'
import { keepMetadata } from '#contract/rules/keepable-metadata.ts'
import { isObject } from '#contract/rules/strict-json.ts'
import { checker } from '#runtime/requests/validation.ts'
import { describeSchemaFaults } from './row-faults.ts'

/** The fields of a row without which its user is still the same person, besides the metadata. */
const keepable: Record<string, (value: unknown) => void> = {
  name: checkerOf(DisplayName),
  locale: checkerOf(Locale),
}

function checkerOf(schema: Schema<string>): (value: unknown) => void {
  return checker(schema)
}

/**
 * Leaves out of a row the fields that cannot be kept: a name with a line break, a language that is none, metadata that is too
 * large. A fault in any other field means that the row cannot be this person, or that the person could not sign in.
 * `reserved` is metadata that must fit beside that of the row.
 */
export function keepFields(
  value: unknown,
  reserved: Record<string, unknown>,
): { row: unknown; leftOut: FieldError[] } {
  if (!isObject(value)) return { row: value, leftOut: [] }
  const row = { ...value }
  const leftOut: FieldError[] = []
  for (const [field, check] of Object.entries(keepable)) {
    const fault = row[field] === undefined || row[field] === null ? undefined : faultOf(check, row[field])
    if (fault === undefined) continue
    delete row[field]
    leftOut.push(...describeSchemaFaults([{ ...fault, pointer: `/${field}` }]))
  }
  if (row.metadata === undefined || row.metadata === null) return { row, leftOut }
  const kept = keepMetadata(row.metadata, reserved)
  return { row: { ...row, metadata: kept.metadata }, leftOut: [...leftOut, ...kept.leftOut] }
}

function faultOf(check: (value: unknown) => void, value: unknown): FieldError | undefined {
  try {
    check(value)
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error.errors?.[0]
    throw error
  }
}
