import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for what no event tells; `what` is what the error says is missing. */
export async function until(
  what: string,
  happened: () => boolean | Promise<boolean>,
  withinMs = 30_000,
): Promise<void> {
  for (const startedAt = performance.now(); !(await happened()); await sleep(10)) {
    if (performance.now() - startedAt > withinMs) throw new Error(`Waited ${withinMs} ms for: ${what}`)
  }
}
