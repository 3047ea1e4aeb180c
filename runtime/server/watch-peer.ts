import type { Log } from '../log/log.ts'
import { startLoop } from '../loop.ts'
import type { Metric } from '../metrics/metrics.ts'
import type { Module } from '../module.ts'

/** The other service, as seen from here. */
export interface WatchedPeer {
  name: 'auth_service' | 'user_service'
  /** Returns undefined until it was asked for the first time, and in the same process. */
  state(): 'ok' | 'unavailable' | undefined
}

const usualMs = 3_000
/** One lost request is no outage: a service that is starting again answers the next one. */
const failuresOfAnOutage = 2

/**
 * Asks the other service again and again whether it takes requests of this one, so that a request for the health causes no request
 * to it. `answers` resolves to false when it does not, and rejects when its signal is aborted; it is undefined in the process of the
 * other service, which then is not asked.
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
        help: '1 when the other service takes requests of this one, 0 when it does not. With both in one process it is not there.',
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
