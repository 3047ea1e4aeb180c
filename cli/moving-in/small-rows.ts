import { StartFault } from '#runtime/start-fault.ts'
import { newUserFields } from '#users/import/new-user.ts'
import { rowInWords } from '#users/import/row-in-words.ts'
import { mapRecords, type Reader } from './moved-user.ts'
import { beginsWith, type ForeignRecord, readRecords } from './records.ts'

/** Reads rows with Latchkey's own field names, as JSON Lines or CSV: `email`, and other known fields. */
export const readSmallRows: Reader = (file) =>
  mapRecords(readRecords(file), (record) => ({ row: rowInWords(record) }))

/**
 * Returns whether a file has small rows, which use Latchkey's own field names: its first row has an `email`, but no `type`, which
 * the rows of an export have.
 * @throws {StartFault} when the first row has an unknown field, because every row would be refused
 */
export async function hasSmallRows(file: string): Promise<boolean> {
  const first = await firstRecord(file)
  if (first === 'unreadable') return true
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

/**
 * Returns the first row that can be read; undefined when there is none. `unreadable` stands for a CSV file with the right column
 * names whose rows cannot be read, for example because they are not UTF-8: the import then reports the reason for each row.
 */
async function firstRecord(file: string): Promise<ForeignRecord | 'unreadable' | undefined> {
  let isUnreadable = false
  for await (const read of readRecords(file, 'email')) {
    if ('value' in read) return read.value
    isUnreadable = true
  }
  return isUnreadable && !(await beginsWith(file, '{')) ? 'unreadable' : undefined
}
