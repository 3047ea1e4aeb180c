import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * By default the threads get this niceness. It gives a thread a tenth of the normal share of a core. A lower priority would starve
 * logins on a busy machine.
 */
const usualNiceness = 10

/**
 * Lowers the priority of the threads of Node's pool, so that hashes do not slow down requests on the event loop. Only Linux has a
 * priority for each thread (setpriority(2), "C library/kernel differences").
 */
export function yieldToRequests(niceness = usualNiceness): void {
  if (process.platform !== 'linux') return
  const tasks = '/proc/self/task'
  try {
    for (const id of readdirSync(tasks))
      if (readFileSync(`${tasks}/${id}/comm`, 'utf8').trim() === 'libuv-worker')
        setPriority(Number(id), niceness)
  } catch {
    // A sandbox may hide the threads or forbid the change. They keep their priority then.
  }
}
