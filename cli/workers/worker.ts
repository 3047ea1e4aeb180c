import { once } from 'node:events'
import { registryOf } from '#runtime/metrics.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { faultsOf } from '../faults.ts'
import { openLog } from '../start/announce.ts'
import { type FromWorker, lostWritesExit, type Service, type ToWorker } from './worker-messages.ts'

// Where a process begins that `latchkey start` starts to share its ports with others.
process.once('disconnect', exitUnready)
try {
  await work(await told('start'))
} catch (error) {
  for (const fault of faultsOf(error as Error)) process.stderr.write(`latchkey: ${fault}\n`)
  process.exit(error instanceof StartFault ? error.exitCode : 1)
}

async function work({
  number,
  settings,
  services,
  hashesAtOnce,
}: ToWorker & { say: 'start' }): Promise<void> {
  const log = (await openLog(settings.logLevel)).child({ worker: number })
  const { stopAtOnce } = await import('../start/open-services.ts')
  const { start } = await import('../start/start.ts')
  const running = await start({
    settings,
    services,
    log,
    onLostWrites: (cause) => stopAtOnce(log, cause, lostWritesExit),
    worker: {
      hashesAtOnce,
      async mayListen() {
        const listen = told('listen')
        tell({ say: 'prepared' })
        await listen
      },
    },
  })
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`latchkey: ${(error as Error).stack}\n`)
        process.exit(1)
      },
    )
  }
  process.off('disconnect', exitUnready)
  process.on('disconnect', () => {
    log.warn('stopping: the process that started this one is gone')
    stop()
  })
  // Whoever ends a group of processes reaches each of them, and the one that started it besides.
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const registries = { users: registryOf(running.metrics.users), auth: registryOf(running.metrics.auth) }
  const count = async (service: Service) => {
    try {
      tell({ say: 'counted', service, metrics: await (await registries[service]()).getMetricsAsJSON() })
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be read')
      tell({ say: 'counted', service, metrics: undefined })
    }
  }
  process.on('message', (message: ToWorker) => {
    if (message.say === 'stop') stop()
    if (message.say === 'count') void count(message.service)
  })
  tell({ say: 'ready', mailboxUrl: running.mailboxUrl })
}

function exitUnready(): never {
  process.exit(1)
}

/** The one that started it may be gone: then there is nobody to hear it, and `disconnect` says what to do. */
function tell(message: FromWorker): void {
  process.send?.(message, () => {})
}

async function told<S extends ToWorker['say']>(say: S): Promise<ToWorker & { say: S }> {
  for (;;) {
    const [message] = (await once(process, 'message')) as [ToWorker]
    if (message.say === say) return message as ToWorker & { say: S }
    // Stopped before it was ready: nothing is under way yet.
    if (message.say === 'stop') process.exit(0)
  }
}
