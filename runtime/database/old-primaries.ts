import type { Log } from '../log/log.ts'
import { type Loop, startLoop } from '../loop.ts'
import type { Metric } from '../metrics/metrics.ts'

/** The PostgreSQL servers of a URL that names several. */
export interface Servers {
  /**
   * Asks the servers that this process does not use for their timeline. When one was promoted, the connections to older primaries
   * are closed.
   */
  check(): Promise<void>
  /** The servers that take writes although another one was promoted after them. */
  oldPrimaries(): string[]
  /** The servers that do not report their timeline, so that it is unknown whether they were promoted. */
  unreported(): string[]
}

/**
 * The interval at which the other servers are asked. The time limit in `SECURITY.md` for detecting an old primary follows from
 * it.
 */
const everyMs = 1_000

/** Asks the other servers at an interval, and logs when an old primary still takes writes, and when none does any more. */
export function watchServers(servers: Servers, log: Log): Loop {
  let reported = ''
  let hasWarned = false
  return startLoop('ask the other servers', { idleMs: everyMs, log }, async () => {
    await servers.check()
    const old = servers.oldPrimaries().join()
    if (old !== reported) {
      reported = old
      if (old === '') log.info({ event: 'database.one_primary' }, 'no old primary accepts writes')
      else
        log.error(
          { event: 'database.old_primary', server: old },
          'old primary still accepts writes and is not used, stop it',
        )
    }
    const unreported = servers.unreported().join()
    if (unreported !== '' && !hasWarned) {
      hasWarned = true
      log.warn(
        { event: 'database.timeline_untold', server: unreported },
        'server does not report its timeline, old primaries would not be noticed',
      )
    }
    return false
  })
}

export const oldPrimariesMetric = {
  name: 'latchkey_database_old_primaries',
  help: 'On PostgreSQL with several servers in the URL: old primaries that still accept writes after another server was promoted. Stop them.',
} as const

export const oldPrimaries = (servers: Servers | undefined): Metric => ({
  ...oldPrimariesMetric,
  read: () => new Map(servers ? [['', servers.oldPrimaries().length]] : []),
})
