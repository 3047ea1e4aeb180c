import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#runtime/log.ts'
import { onStopSignals } from '../start/stop-signals.ts'
import type { Worker } from './fork-worker.ts'
import { lostWritesExit } from './worker-messages.ts'

/** The process in it changes, the place stays. */
export interface Place {
  number: number
  worker: Worker
  isReady: boolean
}

export interface Crew {
  places: readonly Place[]
  /** How often a worker that ended was followed by another one. */
  restarts: number
}

interface Keeping {
  crew: Crew
  fork(number: number): Worker
  log: Log
  isStopping: boolean
}

const firstPauseMs = 100
const longestPauseMs = 10_000
/** Whoever ran for so long did not end of what ended the one before. */
const steadyMs = 60_000
const mostFailures = 4
/** Longer than a worker gives what is under way. */
const stopWithinMs = 30_000

/** Follows each worker that ends by another one, until a signal ends them all. */
export function keepWorkers(places: Place[], { fork, log }: Pick<Keeping, 'fork' | 'log'>): Crew {
  const keeping: Keeping = { crew: { places, restarts: 0 }, fork, log, isStopping: false }
  for (const place of places) void keep(place, keeping)
  stopOnSignal(keeping)
  return keeping.crew
}

async function keep(place: Place, keeping: Keeping): Promise<void> {
  const { crew, fork, log } = keeping
  const { number } = place
  let failures = 0
  for (;;) {
    const startedAt = performance.now()
    const endedBy = await place.worker.ended
    const wasReady = place.isReady
    place.isReady = false
    if (keeping.isStopping) return
    if (endedBy === lostWritesExit) return giveUp(keeping, 'a worker may have lost writes')
    failures = performance.now() - startedAt > steadyMs ? 1 : failures + 1
    // As long as another one serves, trying goes on: fewer are better than none.
    if (!wasReady && failures >= mostFailures && !crew.places.some(({ isReady }) => isReady))
      return giveUp(keeping, 'no worker can be started')
    const againInMs = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs)
    log.warn({ worker: number, ended_by: endedBy, again_in_ms: againInMs }, 'a worker has ended')
    await sleep(againInMs)
    if (keeping.isStopping) return
    crew.restarts++
    place.worker = fork(number)
    place.worker.serve().then(
      () => {
        place.isReady = true
        log.info({ worker: number }, 'a worker has taken the place of one that ended')
      },
      // It has ended, as the next turn finds.
      () => {},
    )
  }
}

function giveUp({ crew, log }: Keeping, reason: string): never {
  log.fatal({ reason }, 'stopped')
  killAll(crew)
  process.exit(1)
}

function killAll({ places }: Crew): void {
  for (const { worker } of places) worker.kill()
}

/** The first signal lets what is under way finish; a second one does not wait for it. */
function stopOnSignal(keeping: Keeping): void {
  const { crew, log } = keeping
  const stop = async () => {
    keeping.isStopping = true
    log.info('stopping')
    setTimeout(() => killAll(crew), stopWithinMs)
    const alive = crew.places.map(({ worker }) => worker).filter((worker) => worker.isAlive())
    for (const worker of alive) worker.stop()
    const ends = await Promise.all(alive.map((worker) => worker.ended))
    process.exit(ends.every((endedBy) => endedBy === 0) ? 0 : 1)
  }
  const stopAtOnce = () => {
    killAll(crew)
    process.exit(1)
  }
  onStopSignals({ stop: () => void stop(), stopAtOnce })
}
