import type { Log } from './log.ts'
import { runWithoutTrace } from './tracing.ts'

/**
 * The pauses between the lines about one flood of events. They grow, and the last one is repeated for as long as the flood
 * lasts.
 */
const pausesMs = [1_000, 10_000, 60_000]
/** The number of events that were not logged since the last log line, by log and by the content of the line. */
const unlogged = new WeakMap<Log, Map<string, number>>()

interface Flood {
  /**
   * The fields that all log lines about the same kind of event share. They must have few values, because each combination may
   * write a line a minute.
   */
  line: Record<string, string | undefined>
  /** The fields that only the first line has. */
  first?: Record<string, unknown>
  message: string
  /** The message of the line that counts further events. */
  moreMessage: string
  /** The name of the field with the number of further events. */
  countedAs: string
}

/**
 * Logs the first of many events of one kind. The number of further events is logged after a second, after another ten, and then
 * each minute, until there are no more. A line for each event would fill the disk.
 */
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
  let told = 0
  const waitForMore = () => {
    ofLog.set(key, 0)
    setTimeout(logMore, pausesMs[told] ?? pausesMs.at(-1)).unref()
    told++
  }
  const logMore = () => {
    const more = ofLog.get(key)
    if (!more) return void ofLog.delete(key)
    log.warn({ ...line, [countedAs]: more }, moreMessage)
    waitForMore()
  }
  runWithoutTrace(waitForMore)
}
