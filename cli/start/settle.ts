import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Log } from '#runtime/log.ts'
import { loadLazyModules } from '#runtime/on-demand/lazily.ts'

/** How long the event loop must have been idle, and how long this is waited for. */
const lookEveryMs = 1_000
const maxLooks = 60
/** The event loop counts as idle when it has worked for less than this share of the time. */
const idleShare = 0.05

/**
 * Ends a start, once the process has nothing else to do: loads the modules that later requests need, and then gives back the memory
 * that the start has used (`docs/decisions/0045`). A process that is never idle for a second in its first minute loads the modules
 * all the same, and is left to V8's own collection, which knows better than we do when a pause is due under load.
 */
export async function settle(log: Log): Promise<void> {
  const isIdle = await untilIdle()
  try {
    await loadLazyModules()
    if (isIdle) await collectGarbage()
  } catch (error) {
    // The start continues: requests that do not need the missing file can still be served.
    log.error(
      { err: error },
      'the start did not settle: a request fails that needs a file which cannot be loaded',
    )
  }
}

/** Resolves with whether there was an idle moment. The timer keeps no process from ending. */
async function untilIdle(): Promise<boolean> {
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  for (let looks = 0; looks < maxLooks; looks++) {
    await sleep(lookEveryMs, undefined, { ref: false })
    const now = performance.eventLoopUtilization()
    if (performance.eventLoopUtilization(now, before).utilization < idleShare) return true
    before = now
  }
  return false
}

/**
 * Collects all garbage and gives the free pages back to the system, in a pause. Node has no other door to this than the function that
 * `--expose-gc` puts into contexts that are made afterwards.
 */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  await collect({ type: 'major', flavor: 'last-resort', execution: 'async' })
}
