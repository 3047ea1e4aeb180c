import type { Log } from '#runtime/log.ts'
import { metricsHandler, sumOf } from '#runtime/metrics.ts'
import type { Listeners } from '../start/listeners.ts'
import type { Crew } from './keep-workers.ts'
import type { Service } from './worker-messages.ts'

/** What all workers count, as one process would: at the ports that stayed with the one that started them. */
export function serveFigures(
  { usersOps, authOps }: Listeners,
  { crew, log }: { crew: Crew; log: Log },
): void {
  usersOps?.serve(
    metricsHandler(
      inOneGo(() => figuresOf(crew, 'users')),
      log,
    ),
  )
  authOps?.serve(
    metricsHandler(
      inOneGo(() => figuresOf(crew, 'auth')),
      log,
    ),
  )
}

async function figuresOf(crew: Crew, service: Service) {
  const ready = crew.places.filter(({ isReady }) => isReady)
  const answers = await Promise.all(ready.map(({ worker }) => worker.count(service)))
  const figures = answers.filter((answer) => answer !== undefined)
  const registry = await sumOf(figures)
  const { Gauge } = await import('prom-client')
  const workers = new Gauge({
    name: 'latchkey_workers',
    help: 'Worker processes: wanted, ready, and of those whose figures are missing here; and how often one was replaced.',
    labelNames: ['what'],
    registers: [registry],
  })
  workers.set({ what: 'wanted' }, crew.places.length)
  workers.set({ what: 'ready' }, ready.length)
  workers.set({ what: 'silent' }, ready.length - figures.length)
  workers.set({ what: 'replaced' }, crew.restarts)
  return registry
}

/** Whoever asks while others are being answered gets the same answer: a worker counts once at a time. */
function inOneGo<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
