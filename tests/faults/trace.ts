import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** A call to the operating system that changes files or speaks to a socket, as strace wrote it down. */
export interface Call {
  name: string
  /** What the descriptor stands for; else the first path that was given. */
  path: string
  /** Where a file gets another name: that one. */
  newPath: string
  flags: string
  bytes: Buffer
  /** Undefined where the call writes at the descriptor's own place. */
  offset: number | undefined
  hasFailed: boolean
}

export interface Step {
  line: number
  /** A call that others came in between is two lines. */
  begins: boolean
  ends: boolean
  call: Call
}

/** The calls that `readTrace` understands, and so the ones that must be traced. */
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

/** Every line of a trace, in which all strings are in hexadecimal: what is not is syntax. */
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

/** Undefined for signals and exits. */
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

/** All that stands in quotes, as bytes. */
export const stringsIn = (text: string): Buffer[] =>
  [...text.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => fromHex(hex))

const toOffset = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits)

const fromHex = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
