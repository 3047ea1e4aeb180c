import type { Logger } from 'pino'
import { type FailureCode, failures } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { runWithoutTrace } from './tracing.ts'

/**
 * The failures by which an outage is recognised: something that this process depends on cannot be reached, and every request and
 * background loop fails.
 */
const outageCodes: readonly FailureCode[] = [
  'database_unavailable',
  'user_service_unavailable',
  'auth_service_unavailable',
]

/** Returns the code of the outage that an error comes from; undefined for any other error. */
export function outageOf(error: unknown): FailureCode | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if (cause instanceof Failure && outageCodes.includes(cause.code)) return cause.code
  return undefined
}

const lookMs = 5_000
/**
 * The number of checks in a row without a new failure, one every five seconds, after which an outage is over. While it lasts, the
 * background loops fail more often than that.
 */
const quietLooks = 4
/** The number of checks between two log lines about an outage that continues. */
const looksBetweenLines = 12

interface Outage {
  beganAt: number
  lastAt: number
  failed: number
  looks: number
  quiet: number
}

export interface Outages {
  /** Takes a log line about an error. Returns false when the line is not about an outage, so that the caller writes it. */
  take(log: Logger, fields: object, message: string | undefined): boolean
}

/**
 * Writes a few log lines about each outage, and not one for each failure in it: a warning with the first error when it begins;
 * an error with the number of failures each minute while it lasts; and a line when it is over. The first line is a warning
 * only, because a short outage, such as a switch to another database server, ends by itself.
 */
export function createOutages(): Outages {
  const outages = new Map<FailureCode, Outage>()

  function look(log: Logger, code: FailureCode, timer: NodeJS.Timeout): void {
    const outage = outages.get(code)
    if (!outage) return
    const { beganAt, lastAt, failed } = outage
    if (++outage.quiet >= quietLooks) {
      clearInterval(timer)
      outages.delete(code)
      log.info({ outage: code, failed, lasted_ms: lastAt - beganAt }, 'outage ended')
    } else if (++outage.looks % looksBetweenLines === 0)
      log.error({ outage: code, failed, lasts_ms: Date.now() - beganAt }, 'outage continues')
  }

  return {
    take(log, fields, message) {
      const code = 'err' in fields ? outageOf(fields.err) : undefined
      if (code === undefined) return false
      const now = Date.now()
      const known = outages.get(code)
      if (known) {
        Object.assign(known, { lastAt: now, failed: known.failed + 1, quiet: 0 })
        return true
      }
      outages.set(code, { beganAt: now, lastAt: now, failed: 1, looks: 0, quiet: 0 })
      runWithoutTrace(() => {
        const timer = setInterval(() => look(log, code, timer), lookMs).unref()
      })
      log.warn({ ...fields, outage: code, began_with: message }, `outage began: ${failures[code].message}`)
      return true
    },
  }
}
