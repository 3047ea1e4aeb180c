/** The values of a row, by the names of the columns. */
export type ExportedRow = Readonly<Record<string, unknown>>

/** Returns the first line of a CSV file, with the names of the columns (RFC 4180). */
export const csvHead = (columns: readonly string[]): string => `${columns.join(',')}\r\n`

/** Returns a line of CSV: texts in quotes, objects as JSON, and an empty field for null. */
export const csvLine = (columns: readonly string[], row: ExportedRow): string =>
  `${columns.map((name) => cellOf(row[name])).join(',')}\r\n`

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return typeof value === 'boolean' ? text : `"${defused(text).replaceAll('"', '""')}"`
}

/**
 * Returns a text with an apostrophe before each part that a spreadsheet would run as a formula (OWASP, "CSV Injection"):
 * strangers have chosen the names and user agents in an export, and an admin opens it. Where the comma is the decimal mark, as in
 * German and French, a spreadsheet splits the file at semicolons: there, a formula may begin in the middle of a value.
 */
const defused = (text: string): string =>
  text.replace(/^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?="*[=+\-@＝＋－＠])/g, "'")
