import { setTimeout as sleep } from 'node:timers/promises'
import { createFailureLines } from '../log/failure-lines.ts'
import type { Log } from '../log/log.ts'

const afterFailureMs = 1_000

export interface WatchedLoop {
  /** Starts the loop if it is not running. Call it whenever a watcher begins to wait, because the loop ends without one. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Calls `read` repeatedly while there is a watcher, such as an open stream, with one loop for all watchers of the process. It
 * reads again without a pause while `read` returns true, which means that there is more, and otherwise after `pollMs`. A read
 * that throws is logged and tried again.
 */
export function watchedLoop(
  { pollMs, log, isWatched, failed }: { pollMs: number; log: Log; isWatched(): boolean; failed: string },
  read: () => Promise<boolean>,
): WatchedLoop {
  const stopping = new AbortController()
  const { signal } = stopping
  const lines = createFailureLines(log, { message: failed })
  // This flag tells whether the loop runs. `running` could not: if the last watcher has left already, `run` ends before its
  // promise is assigned.
  let isRunning = false
  let running = Promise.resolve()
  async function run(): Promise<void> {
    isRunning = true
    while (isWatched() && !signal.aborted) {
      let pauseMs = pollMs
      try {
        if (await read()) pauseMs = 0
        lines.succeeded()
      } catch (error) {
        pauseMs = afterFailureMs
        lines.failed(error)
      }
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
    isRunning = false
  }
  return {
    wake() {
      if (!isRunning) running = run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
