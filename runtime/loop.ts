import { setTimeout as sleep } from 'node:timers/promises'
import { createFailureLines } from './log/failure-lines.ts'
import type { Log } from './log/log.ts'

const afterFailureMs = 5_000

/** A task that runs in the background until it is stopped. */
export interface Loop {
  /** Ends the loop. The promise resolves once the `turn` that is under way has ended. */
  stop(): Promise<void>
}

/**
 * Runs `turn` repeatedly until the loop is stopped: without a pause while it returns true, which means that there may be more to
 * do, and after `idleMs` otherwise. The first turn comes after `firstAfterMs`, or at once. A turn that throws is logged and tried
 * again; it does not end the loop. An error that repeats is counted and logged once a minute.
 */
export function startLoop(
  name: string,
  options: { idleMs: number; firstAfterMs?: number; log: Log },
  turn: (signal: AbortSignal) => Promise<boolean>,
): Loop {
  const stopping = new AbortController()
  const { signal } = stopping
  const lines = createFailureLines(options.log, {
    fields: { loop: name },
    message: 'background loop failed',
  })
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  async function run(): Promise<void> {
    if (options.firstAfterMs) await pause(options.firstAfterMs)
    while (!signal.aborted) {
      let more = false
      let pauseMs = options.idleMs
      try {
        more = await turn(signal)
        lines.succeeded()
      } catch (error) {
        pauseMs = Math.max(options.idleMs, afterFailureMs)
        if (!signal.aborted) lines.failed(error)
      }
      if (!more) await pause(pauseMs)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
