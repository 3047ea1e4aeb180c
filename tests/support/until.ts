import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The timeout is far longer than a busy machine takes to reach any state. It is shorter than the timeout of a
 * test, so that this error is reported.
 */
const patienceMs = 90_000

/**
 * The pauses between two checks grow from the first value to the second, because frequent checks slow down the work that
 * is waited for.
 */
const [firstPauseMs, longestPauseMs] = [10, 200]

/**
 * Polls until a state is reached that no event announces. The error after the timeout names the state by
 * `what`.
 */
export async function until(
  what: string,
  happened: () => boolean | Promise<boolean>,
  withinMs = patienceMs,
): Promise<void> {
  const startedAt = performance.now()
  for (let pauseMs = firstPauseMs; !(await happened()); pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    if (performance.now() - startedAt > withinMs) throw new Error(`Waited ${withinMs} ms for: ${what}`)
    await sleep(pauseMs)
  }
}
