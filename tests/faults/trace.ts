import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** A system call that changes files or writes to a socket, as strace recorded it. */
export interface Call {
  name: string
  /** The path of the file descriptor, or the first path argument of a call that takes paths. */
  path: string
  /** The second path argument of a call that renames or links a file; otherwise empty. */
  newPath: string
  flags: string
  bytes: Buffer
  /**
   * The position at which a write begins, or the new length of a resized file. Undefined when the call writes
   * at the current position of the descriptor.
   */
  offset: number | undefined
  hasFailed: boolean
}

export interface Step {
  line: number
  /**
   * strace writes two lines for a call when other calls come in between: `begins` is true for the first,
   * `ends` for the second.
   */
  begins: boolean
  ends: boolean
  call: Call
}

/** The system calls that write bytes. strace records only these and the calls in the three lists below. */
const writing = ['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'sendto', 'sendmsg']
const syncing = ['fsync', 'fdatasync']
const resizing = ['ftruncate', 'truncate', 'fallocate', 'copy_file_range']
const naming = [
  'open',
  'openat',
  'creat',
  'unlink',
  'unlinkat',
  'rename',
  'renameat',
  'renameat2',
  'link',
  'linkat',
]
export const tracedCalls = [...writing, ...syncing, ...resizing, ...naming]

export const isSync = ({ name }: Call): boolean => syncing.includes(name)

/**
 * Yields every line of a trace that strace recorded. Strings are written in hexadecimal there, so that
 * quotation marks and brackets are always syntax.
 */
export async function* traceLines(file: string): AsyncGenerator<{ line: number; text: string }> {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file) })) yield { line: ++line, text }
}

export async function* readTrace(file: string): AsyncGenerator<Step> {
  const underWay = new Map<string, Call>()
  for await (const { line, text } of traceLines(file)) {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/s.exec(text) ?? []
    const resumed = rest.startsWith('<... ')
    const call = resumed ? underWay.get(pid) : parseCall(rest)
    if (!call) continue
    const ends = !rest.endsWith('<unfinished ...>')
    if (ends) {
      underWay.delete(pid)
      call.hasFailed = /= -1 E\w+ \([^)]*\)( \(INJECTED\))?$|= \?$/.test(rest.slice(-120))
    } else underWay.set(pid, call)
    yield { line, begins: !resumed, ends, call }
  }
}

/** Parses one line of a trace. Returns undefined for signals, exits and calls that are not traced. */
function parseCall(text: string): Call | undefined {
  const opened = text.indexOf('(')
  const name = text.slice(0, opened)
  if (!tracedCalls.includes(name)) return undefined
  const strings = stringsIn(text)
  const isNaming = naming.includes(name)
  const descriptor = /^\(\d+<([^>]*)>/.exec(text.slice(opened, opened + 4096))?.[1]
  const [given, newGiven] = isNaming ? strings.map(String) : []
  const beforeResult = text.slice(text.lastIndexOf('"') + 1)
  const numbers = /^(?:\.\.\.)?, (\d+)(?:, (\d+))?/.exec(beforeResult)
  return {
    name,
    path: given ?? String(fromHex(descriptor ?? '')),
    newPath: newGiven ?? '',
    flags: beforeResult.split(')')[0] ?? '',
    bytes: isNaming ? Buffer.alloc(0) : Buffer.concat(strings),
    offset: resizing.includes(name) ? Number(/, (\d+)/.exec(text)?.[1]) : toOffset(numbers?.[2]),
    hasFailed: false,
  }
}

/** Returns the content of all quoted strings in a line of a trace as bytes. */
export const stringsIn = (text: string): Buffer[] =>
  [...text.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => fromHex(hex))

const toOffset = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits)

const fromHex = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
