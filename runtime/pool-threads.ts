import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lets the threads of Node's pool have what everybody else leaves of the processor: long computations there no longer slow
 * down the requests that need none. Linux alone has a priority for each thread (setpriority(2), "C library/kernel differences").
 */
export function yieldToRequests(): void {
  if (process.platform !== 'linux') return
  const tasks = '/proc/self/task'
  try {
    for (const id of readdirSync(tasks))
      if (readFileSync(`${tasks}/${id}/comm`, 'utf8').trim() === 'libuv-worker') setPriority(Number(id), 19)
  } catch {
    // A sandbox may hide them or forbid it: then they share the processor as before.
  }
}
