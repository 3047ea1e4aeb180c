import { Failure } from '#contract/failures.ts'

/** U+FFFD, which a lenient decoder also writes in place of what is no UTF-8. */
const replacement = Buffer.from('\ufffd')

/**
 * Text that HTTP would refuse is refused in a message too. The decoder takes bytes that are no UTF-8 for U+FFFD: there
 * are then more of them in the message than in the bytes, but for such bytes in fields that are unknown here.
 * @throws {Failure} `malformed_request`
 */
export function requireText(message: unknown, bytes: Buffer): void {
  let replaced = 0
  for (const text of textsIn(message)) {
    if (text.includes('\0') || !text.isWellFormed()) throw malformed()
    for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) replaced++
  }
  if (replaced > 0 && replaced !== countOf(replacement, bytes)) throw malformed()
}

/** The sentence of the table is about HTTP. */
export const malformed = (options: ErrorOptions = {}): Failure =>
  new Failure('malformed_request', { ...options, detail: 'The message is not well-formed.' })

/** Without recursion: what is nested deeply must not cost its depth for each text. */
function* textsIn(message: unknown): Generator<string> {
  const left = [message]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string') yield value
    else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) {
        if (name === '__proto__') throw malformed()
        yield name
        left.push(part)
      }
    }
  }
}

function countOf(part: Buffer, bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + part.length)) count++
  return count
}
