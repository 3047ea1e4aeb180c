/** Thrown for a text that is not JSON, that two parsers could read differently, or that is too deep or too large. */
export class StrictJsonError extends Error {
  override name = 'StrictJsonError'
}

/**
 * A number that would lose digits as a number of JavaScript, with the text that was written for it. Only a parser that is told to
 * keep such numbers makes one; everywhere else they are refused.
 */
export class LargeNumber {
  readonly written: string

  constructor(written: string) {
    this.written = written
  }
}

/** True for a JSON object, which is neither null nor an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LargeNumber)

const maxDepth = 8
/** An object may have as many names as fit into the 8 KiB of a user's metadata. */
const maxNames = 1_500
/**
 * The maximum number of different names in all objects of a text together. Engines keep the names of all objects in tables,
 * so that each new one costs many times its letters.
 */
const maxDifferentNames = 2_000

/**
 * Parses JSON (RFC 8259) with the restrictions of I-JSON (RFC 7493): no name twice in an object, no lone surrogate, and no number
 * that would lose digits. It also refuses NUL, `__proto__`, more than 8 levels, more than 1,500 names in an object, and more than
 * 2,000 different names in all objects. A duplicate name would let two parties read two different requests or tokens out of the
 * same signed bytes. With `keepsLargeNumbers`, a number that would lose digits becomes a `LargeNumber`, so that the rest of a row
 * of another system can be used.
 * @throws {StrictJsonError}
 */
export function parseStrictJson(text: string, { keepsLargeNumbers = false } = {}): unknown {
  try {
    // The names are counted before anything is made of them.
    checkNamesAndStrings(text, keepsLargeNumbers)
    return keepsLargeNumbers ? parseWithLargeNumbers(text) : JSON.parse(text)
  } catch (cause) {
    if (cause instanceof StrictJsonError) throw cause
    throw new StrictJsonError('The text is not JSON.', { cause })
  }
}

/** Parses JSON. A number that would lose digits becomes a `LargeNumber`. */
export const parseWithLargeNumbers = (text: string): unknown =>
  JSON.parse(text, (_name, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && source !== undefined && !isKept(source) ? new LargeNumber(source) : value,
  )

/**
 * Walks once over a text. Only strings, numbers, braces and commas are recognised. Whether the text is JSON at all is found out
 * by the parser afterwards, so that what is missed in another text does not matter.
 */
function checkNamesAndStrings(text: string, keepsLargeNumbers: boolean): void {
  const open: (Set<string> | undefined)[] = []
  const all = new Set<string>()
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
        if (expectsName) checkName(open.at(-1), all, decoded)
        expectsName = false
        at = end
        break
      }
      default:
        if (startsNumber.test(text[at] ?? '')) at = checkNumber(text, at, keepsLargeNumbers)
    }
  }
}

const startsNumber = /[-0-9]/
const number = /[-+.0-9eE]+/y

/**
 * Returns the index of a number's last character. Refuses numbers that would lose digits: 1e400 would become
 * Infinity, and a long id a different id.
 */
function checkNumber(text: string, start: number, keepsLargeNumbers: boolean): number {
  number.lastIndex = start
  const written = number.exec(text)?.[0] ?? ''
  if (!keepsLargeNumbers && !isKept(written))
    throw new StrictJsonError('A number is larger than can be kept exactly.')
  return start + written.length - 1
}

/**
 * Returns whether a number stays the same when it is parsed and written again: 1e22 does, and 2^60 does not, because JSON.stringify
 * writes 1152921504606847000. Below 2^53 only the digits of a fraction are rounded, as every parser of JSON does;
 * 0.10000000000000001 is accepted, because many programs write it for 0.1.
 */
function isKept(written: string): boolean {
  const value = Number(written)
  // This is no number, which the parser refuses.
  if (Number.isNaN(value)) return true
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true
  if (!Number.isFinite(value)) return false
  const [before, after] = [decimal(written), decimal(String(value))]
  return before.digits === after.digits && before.exponent === after.exponent
}

/** Normalizes a number without its sign: it is `0.<digits>` times ten to `exponent`, with no zero at either end of the digits. */
function decimal(written: string): { digits: string; exponent: number } {
  const [mantissa = '', exponent = '0'] = written.replace(/^-/, '').split(/e/i)
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = whole + fraction
  let first = 0
  while (digits[first] === '0') first++
  // A regular expression such as /0+$/ would take quadratic time on a long number with many runs of zeros.
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return { digits: digits.slice(first, end), exponent: whole.length - first + Number(exponent) }
}

const restOfString = /[^"\\]*(?:\\.[^"\\]*)*/y

function endOfString(text: string, start: number): number {
  restOfString.lastIndex = start + 1
  restOfString.test(text)
  return restOfString.lastIndex
}

function decodeString(text: string, start: number, end: number): string {
  const raw = text.slice(start, end + 1)
  const decoded: string = raw.includes('\\') ? JSON.parse(raw) : raw.slice(1, -1)
  if (!decoded.isWellFormed()) throw new StrictJsonError('A string holds a lone surrogate.')
  if (decoded.includes('\0')) throw new StrictJsonError('A string holds a NUL.')
  return decoded
}

function checkName(names: Set<string> | undefined, all: Set<string>, name: string): void {
  if (name === '__proto__') throw new StrictJsonError('"__proto__" is not a name that can be sent.')
  if (names?.has(name)) throw new StrictJsonError('A name stands twice in one object.')
  names?.add(name)
  all.add(name)
  if (names && names.size > maxNames) throw new StrictJsonError(`An object has more than ${maxNames} names.`)
  if (all.size > maxDifferentNames)
    throw new StrictJsonError(`The text has more than ${maxDifferentNames} different names.`)
}
