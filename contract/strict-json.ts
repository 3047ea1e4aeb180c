/** A text that JSON.parse would take, but that two readers could understand differently, or that is abusive. */
export class StrictJsonError extends Error {
  override name = 'StrictJsonError'
}

const maxDepth = 8

/**
 * Parses JSON as RFC 8259 allows and I-JSON (RFC 7493) narrows it: no name twice in an object, no lone
 * surrogate, no number that a double cannot hold, and beyond that no NUL, no `__proto__`, no more than 8 levels. A duplicate name is how two parties
 * come to read two different requests or tokens out of the same signed bytes.
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new StrictJsonError('The text is not JSON.', { cause })
  }
  checkNamesAndStrings(text)
  return value
}

/** One walk over a text that is known to be JSON, so that only strings, braces and commas matter. */
function checkNamesAndStrings(text: string): void {
  const open: (Set<string> | undefined)[] = []
  let expectsName = false
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '{':
      case '[':
        open.push(text[at] === '{' ? new Set() : undefined)
        if (open.length > maxDepth)
          throw new StrictJsonError(`The text is nested deeper than ${maxDepth} levels.`)
        expectsName = text[at] === '{'
        break
      case '}':
      case ']':
        open.pop()
        expectsName = false
        break
      case ',':
        expectsName = open.at(-1) !== undefined
        break
      case '"': {
        const end = endOfString(text, at)
        const decoded = decodeString(text, at, end)
        if (expectsName) checkName(open.at(-1), decoded)
        expectsName = false
        at = end
        break
      }
      default:
        if (startsNumber.test(text[at] ?? '')) at = checkNumber(text, at)
    }
  }
}

const startsNumber = /[-0-9]/
const number = /[-+.0-9eE]+/y

/** Gives back where the number ends. 1e400 would become Infinity, and a long id would lose its last digits. */
function checkNumber(text: string, start: number): number {
  number.lastIndex = start
  const written = number.exec(text)?.[0] ?? ''
  // However it is written: what is let in here is written out as an integer, and has to pass here again.
  const value = Number(written)
  const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
  if (!isExact) throw new StrictJsonError('A number is larger than can be kept exactly.')
  return start + written.length - 1
}

const restOfString = /[^"\\]*(?:\\.[^"\\]*)*/y

function endOfString(text: string, start: number): number {
  restOfString.lastIndex = start + 1
  restOfString.test(text)
  return restOfString.lastIndex
}

function decodeString(text: string, start: number, end: number): string {
  const raw = text.slice(start, end + 1)
  const decoded = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
  if (!decoded.isWellFormed()) throw new StrictJsonError('A string holds a lone surrogate.')
  if (decoded.includes('\0')) throw new StrictJsonError('A string holds a NUL.')
  return decoded
}

function checkName(names: Set<string> | undefined, name: string): void {
  if (name === '__proto__') throw new StrictJsonError('"__proto__" is not a name that can be sent.')
  if (names?.has(name)) throw new StrictJsonError('A name stands twice in one object.')
  names?.add(name)
}
