import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** A tenth of the share of others. Less would starve sign-ins beside any other busy program of the machine. */
const niceness = 10

/**
 * Lets the threads of Node's pool have little more than what everybody else leaves of the processor: long computations there no longer slow
 * down the requests that need none. Linux alone has a priority for each thread (setpriority(2), "C library/kernel differences").
 */
export function yieldToRequests(): void {
  if (process.platform !== 'linux') return
  const tasks = '/proc/self/task'
  try {
    for (const id of readdirSync(tasks))
      if (readFileSync(`${tasks}/${id}/comm`, 'utf8').trim() === 'libuv-worker')
        setPriority(Number(id), niceness)
  } catch {
    // A sandbox may hide them or forbid it: then they share the processor as before.
  }
}
