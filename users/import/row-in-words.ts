import { flagIn, timeIn } from './values.ts'

type Row = Record<string, unknown>

const textFields = new Set(['id', 'username', 'name'])

/**
 * Converts a row with Latchkey's own field names, as JSON or as texts of CSV, to the form that `readNewUser` checks. An empty
 * cell counts as absent, and a number is read as text where the field is a text.
 * @throws {ValueError} for a value that cannot be understood
 */
export const rowInWords = (row: Row): Row => {
  const known = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value === '' ? [] : [[name, textFields.has(name) && typeof value === 'number' ? String(value) : value]],
    ),
  )
  const converted = {
    email_verified: flagIn(row.email_verified, 'email_verified'),
    created_at: timeIn(row.created_at, 'created_at'),
    last_login_at: timeIn(row.last_login_at, 'last_login_at'),
  }
  return { ...known, ...converted }
}
