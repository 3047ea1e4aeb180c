import { statSync } from 'node:fs'
import { isObject, parseWithLargeNumbers } from '#contract/rules/strict-json.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { readInput } from '../transfer/input-file.ts'
import { beginsWith, type ForeignRecord, type Read, readRecords } from './records.ts'

/** The maximum size of one JSON document, which is read as a whole. The other system must split a larger export. */
const maxBytes = 256 * 1024 * 1024

/**
 * Reads a JSON document.
 * @throws {StartFault} when the file is none, or is too large
 */
export function readDocument(file: string): unknown {
  const { size } = statSync(file)
  if (size > maxBytes)
    throw new StartFault([`${file} is larger than 256 MiB. Split the export. Nothing was changed.`])
  try {
    return parseWithLargeNumbers(new TextDecoder('utf-8', { fatal: true }).decode(readInput(file)))
  } catch (cause) {
    const form = cause instanceof SyntaxError ? 'JSON' : 'UTF-8'
    throw new StartFault([`${file} is not ${form}. Nothing was changed.`], { cause })
  }
}

/**
 * Reads the `users` of a JSON document, or a document that is a list of users. `look` gets a document that is an object.
 * @throws {StartFault} when the file is no such document
 */
export function readUserList(
  file: string,
  look?: (document: ForeignRecord) => void,
): Read<ForeignRecord>[] | undefined {
  const document = readDocument(file)
  if (isObject(document)) look?.(document)
  const users = isObject(document) ? document.users : document
  if (!Array.isArray(users)) return undefined
  return users.map((value: unknown, at) => {
    const location = `${file}: users[${at}]`
    return isObject(value) ? { location, value } : { location, refused: 'It is not a JSON object.' }
  })
}

/** Reads a JSON document that is a list of users, and any other file as rows. */
export async function* readRecordsOrList(file: string): AsyncGenerator<Read<ForeignRecord>> {
  if (await beginsWith(file, '[')) yield* readUserList(file) ?? []
  else yield* readRecords(file)
}
