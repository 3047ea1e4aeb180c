import type { Log } from './log.ts'
import { outageOf } from './outages.ts'
import { messageOf } from './thrown.ts'

const betweenLinesMs = 60_000

export interface FailureLines {
  failed(error: unknown): void
  succeeded(): void
}

/**
 * Logs the failures of work that is repeated: the first failure of each cause with its stack, then once a minute how often it has
 * failed since, and a line when it works again. During an outage all such work fails, so it shares the lines of the outage (see
 * `Outages`).
 */
export function createFailureLines(
  log: Log,
  { fields = {}, message }: { fields?: Record<string, string>; message: string },
): FailureLines {
  let cause: string | undefined
  let failures = 0
  let toldAt = 0
  return {
    failed(error) {
      const now = performance.now()
      if (outageOf(error)) return log.error({ ...fields, err: error }, message)
      failures++
      if (messageOf(error) !== cause) {
        cause = messageOf(error)
        toldAt = now
        log.error({ ...fields, err: error }, message)
      } else if (now - toldAt >= betweenLinesMs) {
        toldAt = now
        log.error({ ...fields, reason: cause, failures }, `still: ${message}`)
      }
    },
    succeeded() {
      if (cause === undefined) return
      log.info({ ...fields, reason: cause, failures }, `recovered: ${message}`)
      cause = undefined
      failures = 0
    },
  }
}
