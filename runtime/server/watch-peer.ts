import type { Log } from '../log/log.ts'
import { startLoop } from '../loop.ts'
import type { Metric } from '../metrics/metrics.ts'
import type { Module } from '../module.ts'

/** The state of the other service, as the service of this process sees it. */
export interface WatchedPeer {
  name: 'auth_service' | 'user_service'
  /**
   * Returns whether the other service answers; undefined before the first request to it, and when both services run in one
   * process.
   */
  state(): 'ok' | 'unavailable' | undefined
}

const usualMs = 3_000
/**
 * The number of failed requests in a row that count as an outage. One alone does not, because a service that restarts answers the
 * next one.
 */
const failuresOfAnOutage = 2

/**
 * Asks the other service at an interval whether it accepts requests of this one, so that a health check need not ask it.
 * `answers` resolves to false when it does not, and rejects when its signal is aborted. `answers` is undefined when both services
 * run in one process: the other service is not asked then.
 */
export function watchPeer(
  name: WatchedPeer['name'],
  answers: ((signal: AbortSignal) => Promise<boolean>) | undefined,
  { log, everyMs = usualMs }: { log: Log; everyMs?: number | undefined },
): WatchedPeer & Module {
  let state: 'ok' | 'unavailable' | undefined
  let failures = 0
  return {
    name,
    state: () => state,
    metrics: [
      {
        name: 'latchkey_peer_up',
        help: '1 if the other service accepts requests of this one, otherwise 0. Absent with both services in one process.',
        isOfDatabase: true,
        read: () => new Map(state ? [['', state === 'ok' ? 1 : 0]] : []),
      },
    ] satisfies Metric[],
    start: () => {
      if (!answers) return []
      const turn = async (signal: AbortSignal) => {
        failures = (await answers(signal)) ? 0 : failures + 1
        if (failures === 0) state = 'ok'
        else if (failures >= failuresOfAnOutage) state = 'unavailable'
        return false
      }
      return [startLoop('ask the other service', { idleMs: everyMs, log }, turn)]
    },
  }
}
