import type { Log } from '../log.ts'
import { runWithoutTrace } from '../tracing.ts'

const everyMs = 1_000
/** How many there were since the last line, by whose log it is and what the line says. */
const unlogged = new WeakMap<Log, Map<string, number>>()

interface Flood {
  /** What all of one flood have in common. Few values, for each is a line a second. */
  line: Record<string, string | undefined>
  /** What only the first one's line says. */
  first?: Record<string, unknown>
  message: string
  /** For the line that says how many more there were. */
  moreMessage: string
  /** The name of that number. */
  countedAs: string
}

/** Logs the first of many at once, then once a second how many more there were: a line for each would fill the disk. */
export function warnOfFlood(log: Log, { line, first, message, moreMessage, countedAs }: Flood): void {
  const ofLog = unlogged.get(log) ?? new Map<string, number>()
  unlogged.set(log, ofLog)
  const key = JSON.stringify([message, line])
  const count = ofLog.get(key)
  if (count !== undefined) {
    ofLog.set(key, count + 1)
    return
  }
  log.warn({ ...line, ...first }, message)
  const waitForMore = () => {
    ofLog.set(key, 0)
    setTimeout(logMore, everyMs).unref()
  }
  const logMore = () => {
    const more = ofLog.get(key)
    if (!more) return void ofLog.delete(key)
    log.warn({ ...line, [countedAs]: more }, moreMessage)
    waitForMore()
  }
  runWithoutTrace(waitForMore)
}
