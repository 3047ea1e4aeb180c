import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The timeout is far longer than a busy machine takes to reach any state. It is shorter than the timeout of a
 * test, so that this error is reported.
 */
const patienceMs = 90_000

/**
 * Polls until a state is reached that no event announces. The error after the timeout names the state by
 * `what`.
 */
export async function until(
  what: string,
  happened: () => boolean | Promise<boolean>,
  withinMs = patienceMs,
): Promise<void> {
  for (const startedAt = performance.now(); !(await happened()); await sleep(10)) {
    if (performance.now() - startedAt > withinMs) throw new Error(`Waited ${withinMs} ms for: ${what}`)
  }
}
