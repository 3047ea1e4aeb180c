import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'

const afterFailureMs = 1_000

export interface WatchedLoop {
  /** To be called whenever somebody begins to watch. */
  wake(): void
  stop(): Promise<void>
}

/**
 * One for the process, however many watch: reads again and again while somebody does, and rests while nobody does. At once
 * while a reading says that there is more, after `pollMs` otherwise; one that throws is logged and tried again.
 */
export function watchedLoop(
  { pollMs, log, isWatched, failed }: { pollMs: number; log: Log; isWatched(): boolean; failed: string },
  read: () => Promise<boolean>,
): WatchedLoop {
  const stopping = new AbortController()
  const { signal } = stopping
  // Of its own: who has left before the loop looks ends it before `run` has given anything back.
  let isRunning = false
  let running = Promise.resolve()
  async function run(): Promise<void> {
    isRunning = true
    while (isWatched() && !signal.aborted) {
      let pauseMs = pollMs
      try {
        if (await read()) pauseMs = 0
      } catch (error) {
        pauseMs = afterFailureMs
        log.error({ err: error }, failed)
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
