import { isObject, parseStrictJson } from '#contract/rules/strict-json.ts'
import { StartFault } from '#runtime/start-fault.ts'

const type = 'latchkey-export'
const version = 1

/** The first line of an export. */
export interface ExportHeader {
  createdAt: number
  /** The names of the master keys with which the second factors in the file are encrypted. */
  sealedWith: readonly string[]
}

/**
 * Makes the first line of an export. Each line after it is a row, and `lastLine` is at the end: a file without `lastLine` was cut
 * off.
 */
export const firstLine = (createdAt: number, sealedWith: readonly string[] = []): object => ({
  type,
  version,
  created_at: createdAt,
  ...(sealedWith.length > 0 ? { sealed_with: sealedWith } : {}),
})
export const lastLine = { type: 'end' }

/**
 * Reads the first line of an export.
 * @throws {StartFault} when the line is no such line
 */
export function readFirstLine(text: string | undefined, file: string): ExportHeader {
  const found = parse(text)
  if (found?.type !== type || typeof found.created_at !== 'number')
    throw new StartFault([`${file} is not an export of Latchkey. Nothing was changed.`])
  if (found.version !== version)
    throw new StartFault([`${file} is an export of another version of Latchkey. Nothing was changed.`])
  const sealedWith = Array.isArray(found.sealed_with) ? found.sealed_with.map(String) : []
  return { createdAt: found.created_at, sealedWith }
}

/** Returns whether a line is the first one of an export. */
export const isHeader = (text: string | undefined): boolean => parse(text)?.type === type

/** Returns whether a line is from an export: an object with a `type`, which the first row of other systems does not have. */
export const isRowOfExport = (text: string): boolean => parse(text)?.type !== undefined

function parse(text = ''): Record<string, unknown> | undefined {
  try {
    const value = parseStrictJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
