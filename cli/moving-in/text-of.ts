import { openInput } from '../transfer/input-file.ts'

/**
 * The character that replaces bytes which are not UTF-8. It is half of a surrogate pair, so no text that was decoded from UTF-8
 * contains it.
 */
const mark = '\udfff'

/** Returns whether a text of `textOf` had bytes that are not UTF-8. */
export const isMarked = (text: string): boolean => text.includes(mark)

const newline = 0x0a
/** The maximum length of a line. A longer one is passed on in parts, because its row is too long to be imported anyway. */
const maxLineBytes = 16 * 1024 * 1024

/**
 * Yields the text of a file, without a byte order mark. Bytes that are not UTF-8, such as those of a spreadsheet in Windows-1252,
 * are replaced by a mark, so that the row can be refused instead of imported with wrong letters.
 */
export async function* textOf(file: string, { end }: { end?: number } = {}): AsyncGenerator<string> {
  let isFirst = true
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of openInput(file, { end })) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    const isLong = bytes.length > maxLineBytes
    const length = bytes.lastIndexOf(newline) + 1 || (isLong ? bytes.length : 0)
    rest = bytes.subarray(length)
    if (length === 0) continue
    yield decode(bytes.subarray(0, length), isFirst)
    isFirst = false
  }
  if (rest.length > 0) yield decode(rest, isFirst)
}

function decode(bytes: Buffer, isFirst: boolean): string {
  const text = decodeAll(bytes) ?? linesOf(bytes).map(decodeLine).join('')
  return isFirst && text.startsWith('\ufeff') ? text.slice(1) : text
}

function decodeAll(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const decodeLine = (line: Buffer): string =>
  decodeAll(line) ?? line.toString('utf8').replaceAll('\ufffd', mark)

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(newline, start) + 1 || bytes.length
    lines.push(bytes.subarray(start, end))
    start = end
  }
  return lines
}
