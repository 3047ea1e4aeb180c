import { setTimeout as sleep } from 'node:timers/promises'

/** Far longer than any state takes on a busy machine, and shorter than a test may: the error says what is missing. */
const patienceMs = 90_000

/** Waits for what no event tells; `what` is what the error says is missing. Only campaigns of minutes have a bound of their own. */
export async function until(
  what: string,
  happened: () => boolean | Promise<boolean>,
  withinMs = patienceMs,
): Promise<void> {
  for (const startedAt = performance.now(); !(await happened()); await sleep(10)) {
    if (performance.now() - startedAt > withinMs) throw new Error(`Waited ${withinMs} ms for: ${what}`)
  }
}
