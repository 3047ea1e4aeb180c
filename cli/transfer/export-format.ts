import { isObject, parseStrictJson } from '#contract/rules/strict-json.ts'
import { StartFault } from '#runtime/start-fault.ts'

const type = 'latchkey-export'
const version = 1

/**
 * Makes the first line of an export. Each line after it is a row, and `lastLine` is at the end: a file without `lastLine` was cut
 * off.
 */
export const firstLine = (createdAt: number): object => ({ type, version, created_at: createdAt })
export const lastLine = { type: 'end' }

/**
 * Reads the time at which an export was made.
 * @throws {StartFault} when the line is not the first line of an export
 */
export function readFirstLine(text: string | undefined, file: string): number {
  const found = parse(text)
  if (found?.type !== type || typeof found.created_at !== 'number')
    throw new StartFault([`${file} is not an export of Latchkey. Nothing was changed.`])
  if (found.version !== version)
    throw new StartFault([`${file} is an export of another version of Latchkey. Nothing was changed.`])
  return found.created_at
}

/** Says whether a line is one of an export: an object with a `type`, which the rows of other systems have not as their first line. */
export const isRowOfExport = (text: string): boolean => parse(text)?.type !== undefined

function parse(text = ''): Record<string, unknown> | undefined {
  try {
    const value = parseStrictJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
