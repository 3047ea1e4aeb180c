import { openInput } from '../transfer/input-file.ts'

/** Stands where bytes are not UTF-8. No text that was decoded from UTF-8 holds it, because it is half of a surrogate pair. */
const mark = '\udfff'

/** Says whether a text of `textOf` holds bytes that are not UTF-8. */
export const isMarked = (text: string): boolean => text.includes(mark)

const newline = 0x0a
/** A line that is longer is given on in parts. Its row is too long to be imported anyway. */
const maxLineBytes = 16 * 1024 * 1024

/**
 * Yields the text of a file, without a byte order mark. A line that is not UTF-8, as of a spreadsheet that writes Windows-1252,
 * has a mark for each byte that cannot be decoded, so that its row can be refused instead of imported with wrong letters.
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
