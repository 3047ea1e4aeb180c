import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#runtime/log/log.ts'
import { onStopSignals } from '../start/stop-signals.ts'
import type { Worker } from './fork-worker.ts'
import { lostWritesExit } from './worker-messages.ts'

/** A numbered slot for one worker. When its worker ends, another worker gets the slot. */
export interface WorkerSlot {
  number: number
  worker: Worker
  isReady: boolean
}

export interface Workers {
  slots: readonly WorkerSlot[]
  /** The number of times that a worker that had ended was replaced. */
  restarts: number
}

interface Keeping {
  workers: Workers
  fork(number: number): Worker
  log: Log
  isStopping: boolean
}

const firstPauseMs = 100
const maxPauseMs = 10_000
/**
 * The time after which a worker counts as stable: when it ends later than that, this is the first failure of
 * its slot again.
 */
const steadyMs = 60_000
const maxFailures = 4
/**
 * The time after a stop signal when workers that have not ended are killed. It is longer than the time that a worker leaves for
 * open requests.
 */
const stopWithinMs = 30_000

/** Replaces each worker that ends, until a signal stops all of them. */
export function keepWorkers(slots: WorkerSlot[], { fork, log }: Pick<Keeping, 'fork' | 'log'>): Workers {
  const keeping: Keeping = { workers: { slots, restarts: 0 }, fork, log, isStopping: false }
  for (const slot of slots) void keep(slot, keeping)
  stopOnSignal(keeping)
  return keeping.workers
}

async function keep(slot: WorkerSlot, keeping: Keeping): Promise<void> {
  const { workers, fork, log } = keeping
  const { number } = slot
  let failures = 0
  for (;;) {
    const startedAt = performance.now()
    const endedBy = await slot.worker.ended
    const wasReady = slot.isReady
    slot.isReady = false
    if (keeping.isStopping) return
    if (endedBy === lostWritesExit) return giveUp(keeping, 'worker may have lost writes')
    failures = performance.now() - startedAt > steadyMs ? 1 : failures + 1
    // A worker that cannot start is retried for as long as another worker serves: fewer workers are better than none.
    if (!wasReady && failures >= maxFailures && !workers.slots.some(({ isReady }) => isReady))
      return giveUp(keeping, 'cannot start a worker')
    const againInMs = Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs)
    log.warn({ worker: number, ended_by: endedBy, again_in_ms: againInMs }, 'worker ended')
    await sleep(againInMs)
    if (keeping.isStopping) return
    workers.restarts++
    slot.worker = fork(number)
    slot.worker.serve().then(
      () => {
        slot.isReady = true
        log.info({ worker: number }, 'worker replaced')
      },
      // The new worker ended before it was ready. The next iteration of this loop replaces it.
      () => {},
    )
  }
}

function giveUp({ workers, log }: Keeping, reason: string): never {
  log.fatal({ reason }, 'stopped')
  killAll(workers)
  process.exit(1)
}

function killAll({ slots }: Workers): void {
  for (const { worker } of slots) worker.kill()
}

/** Stops the workers on a signal. The first one lets open requests finish; a second one ends all processes immediately. */
function stopOnSignal(keeping: Keeping): void {
  const { workers, log } = keeping
  const stop = async () => {
    keeping.isStopping = true
    log.info('stopping')
    setTimeout(() => killAll(workers), stopWithinMs)
    const alive = workers.slots.map(({ worker }) => worker).filter((worker) => worker.isAlive())
    for (const worker of alive) worker.stop()
    const ends = await Promise.all(alive.map((worker) => worker.ended))
    process.exit(ends.every((endedBy) => endedBy === 0) ? 0 : 1)
  }
  const stopAtOnce = () => {
    killAll(workers)
    process.exit(1)
  }
  onStopSignals({ stop: () => void stop(), stopAtOnce })
}
