import { StartFault } from '#runtime/start-fault.ts'
import { newUserFields } from '#users/moving-in/new-user.ts'
import { rowInWords } from '#users/moving-in/row-in-words.ts'
import { mapRecords, type Reader } from './moved-user.ts'
import { type ForeignRecord, readRecords } from './records.ts'

/** Reads rows with Latchkey's own field names, as JSON Lines or CSV: `email`, and other known fields. */
export const readSmallRows: Reader = (file) =>
  mapRecords(readRecords(file), (record) => ({ row: rowInWords(record) }))

/**
 * Says whether a file has small rows, with Latchkey's own field names: its first row has an `email`, and no `type` as the rows of
 * an export have.
 * @throws {StartFault} when it has a name that no small row has: it would be wrong in every row
 */
export async function hasSmallRows(file: string): Promise<boolean> {
  const first = await firstRecord(file)
  if (!first || !('email' in first) || 'type' in first) return false
  const unknown = Object.keys(first).filter((name) => !newUserFields.includes(name))
  if (unknown.length === 0) return true
  const names = unknown
    .join(', ')
    .replace(/\p{Cc}/gu, '?')
    .slice(0, 200)
  throw new StartFault([
    `${file} has fields that are not known here: ${names}. A row may have ${newUserFields.join(', ')}. Nothing was changed.`,
  ])
}

/** Returns the first row; undefined when there is none, or it cannot be read. */
async function firstRecord(file: string): Promise<ForeignRecord | undefined> {
  for await (const read of readRecords(file, 'email')) return 'value' in read ? read.value : undefined
  return undefined
}
