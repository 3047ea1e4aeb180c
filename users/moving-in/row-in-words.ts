import { flagIn, objectIn, timeIn } from './values.ts'

type Row = Record<string, unknown>

/**
 * Converts a row with Latchkey's own field names, as JSON or as texts of CSV, to the form that `readNewUser` checks. An empty
 * cell counts as absent.
 * @throws {ValueError} for a value that cannot be understood
 */
export const rowInWords = (row: Row): Row => {
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''))
  const converted = {
    email_verified: flagIn(row.email_verified, 'email_verified'),
    created_at: timeIn(row.created_at, 'created_at'),
    last_login_at: timeIn(row.last_login_at, 'last_login_at'),
    metadata: objectIn(row.metadata, 'metadata'),
  }
  return { ...known, ...converted }
}
