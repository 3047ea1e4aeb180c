export interface Line {
  /** The number of the line, counted from 1. */
  number: number
  /** The text of the line; undefined if it is too long, or not UTF-8. */
  text: string | undefined
  /** The number of bytes from the beginning of the file to the end of this line. */
  bytes: number
}

const newline = 0x0a

/**
 * Yields the lines of a stream. The text of a line longer than `maxBytes` is dropped, so that no file can
 * fill the memory.
 */
export async function* readLines(stream: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 0
  let bytes = 0
  let rest: Buffer[] = []
  let restBytes = 0
  const take = (end: Buffer): Line => {
    const whole = rest.length === 0 ? end : Buffer.concat([...rest, end])
    const isTooLong = restBytes + end.length > maxBytes
    rest = []
    restBytes = 0
    return { number: ++number, text: isTooLong ? undefined : decode(decoder, whole), bytes }
  }
  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line = take(chunk.subarray(start, end))
      bytes += end + 1 - start
      yield { ...line, bytes }
      start = end + 1
    }
    const begun = chunk.subarray(start)
    bytes += begun.length
    restBytes += begun.length
    if (restBytes <= maxBytes) rest.push(begun)
  }
  if (restBytes > 0) yield take(Buffer.alloc(0))
}

function decode(decoder: InstanceType<typeof TextDecoder>, line: Buffer): string | undefined {
  try {
    return decoder.decode(line)
  } catch {
    return undefined
  }
}
