import { Failure } from '#contract/declaration/failures.ts'

/** U+FFFD, which a lenient decoder writes in place of bytes that are not UTF-8. */
const replacement = Buffer.from('\ufffd')

/**
 * Refuses text in a message that HTTP would refuse too: NUL, lone surrogates and bytes that are not UTF-8.
 * The decoder replaces such bytes by U+FFFD, so this check compares how often that character is in the
 * message and in its bytes.
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

/**
 * Makes the failure for a malformed message. It has a sentence of its own, because the one in the table of failures is about
 * HTTP.
 */
export const malformed = (options: ErrorOptions = {}): Failure =>
  new Failure('malformed_request', { ...options, detail: 'The message is not well-formed.' })

/**
 * Yields all texts of a message, including the names of fields. The function does not call itself, because messages may be nested
 * so deeply that the stack would overflow.
 */
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
