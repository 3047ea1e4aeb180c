/** SQLITE_BUSY: another connection holds the lock. */
export const busyCode = 5

/** SQLITE_FULL: the disk has no room for the write. */
export const fullCode = 13

/** Returns the result code of an error (sqlite.org/rescode.html), perhaps an extended one; undefined when SQLite did not raise it. */
export const resultCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined

/** Returns the primary result code of an error, which is the low byte of an extended one. */
export function primaryCode(error: unknown): number | undefined {
  const code = resultCode(error)
  return code === undefined ? undefined : code & 0xff
}
