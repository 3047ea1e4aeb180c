import { Failure, type FieldError } from '#contract/declaration/failures.ts'
import { DisplayName, Locale } from '#contract/declaration/fields.ts'
import type { Schema } from '#contract/declaration/schema.ts'
import { keepMetadata } from '#contract/rules/keepable-metadata.ts'
import { isObject } from '#contract/rules/strict-json.ts'
import { checker } from '#runtime/requests/validation.ts'
import { describeSchemaFaults } from './row-faults.ts'

/** The fields, besides the metadata, that a user can be imported without. */
const keepable: Record<string, (value: unknown) => void> = {
  name: checkerOf(DisplayName),
  locale: checkerOf(Locale),
}

function checkerOf(schema: Schema<string>): (value: unknown) => void {
  return checker(schema)
}

/**
 * Removes the fields of a row that cannot be stored: a name with a line break, an unknown language, metadata that is too large.
 * Any other invalid field is an error, because the user could not be identified or could not sign in without it. `reserved` is
 * metadata that must fit beside that of the row.
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
