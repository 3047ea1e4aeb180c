import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The timeout is far longer than any state takes on a busy machine, and shorter than that of a test, so that the error is seen.
 */
const patienceMs = 90_000

/** Polls until a state is reached that no event announces. `what` names the state in the error. */
export async function until(
  what: string,
  happened: () => boolean | Promise<boolean>,
  withinMs = patienceMs,
): Promise<void> {
  for (const startedAt = performance.now(); !(await happened()); await sleep(10)) {
    if (performance.now() - startedAt > withinMs) throw new Error(`Waited ${withinMs} ms for: ${what}`)
  }
}
