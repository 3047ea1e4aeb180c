import { once } from 'node:events'
import { toError } from '#runtime/log/thrown.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { describeFault, faultsOf } from '../faults.ts'
import { openLog } from '../start/announce.ts'
import { type FromWorker, lostWritesExit, type Service, says, type ToWorker } from './worker-messages.ts'

// A worker process begins here: `latchkey start` forks several, which share its ports.
process.once('disconnect', exitUnready)
told('start')
  .then(work)
  .catch((error: unknown) => {
    for (const fault of faultsOf(error)) process.stderr.write(describeFault(fault, process.stderr.columns))
    process.exit(error instanceof StartFault ? error.exitCode : 1)
  })

async function work({
  number,
  settings,
  origins,
  services,
  maxConcurrentHashes,
}: ToWorker & { say: 'start' }): Promise<void> {
  const log = (await openLog(settings.logLevel)).child({ worker: number })
  const { noteMasterKeyFile } = await import('../settings/all-settings.ts')
  // The settings arrived in a message, in which the master keys are copies, so this worker must register again which file they
  // were read from.
  noteMasterKeyFile({ values: settings, origins })
  const { stopAtOnce } = await import('../start/open-services.ts')
  const { start } = await import('../start/start.ts')
  const running = await start({
    settings,
    origins,
    services,
    log,
    onLostWrites: (cause) => stopAtOnce(log, cause, lostWritesExit),
    worker: {
      maxConcurrentHashes,
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
        process.stderr.write(`latchkey: ${toError(error).stack}\n`)
        process.exit(1)
      },
    )
  }
  process.off('disconnect', exitUnready)
  process.on('disconnect', () => {
    log.warn('parent process ended, stopping')
    stop()
  })
  // A signal to the process group reaches each worker and also the parent process, which then asks the worker to stop again.
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const { readers } = running.metrics
  const count = async (service: Service) => {
    try {
      tell({ say: 'counted', service, metrics: await readers[service]() })
    } catch (error) {
      log.error({ err: error }, 'cannot read metrics')
      tell({ say: 'counted', service, metrics: undefined })
    }
  }
  process.on('message', (message: ToWorker) => {
    if (message.say === 'stop') stop()
    if (message.say === 'count') void count(message.service)
  })
  const { mailboxUrl, defaultHost } = running
  tell({ say: 'ready', mailboxUrl, defaultHost })
}

function exitUnready(): never {
  process.exit(1)
}

/**
 * Sends a message to the parent process. If the parent has ended, the message is dropped: the event `disconnect` stops the
 * worker.
 */
function tell(message: FromWorker): void {
  process.send?.(message, () => {})
}

async function told<S extends ToWorker['say']>(say: S): Promise<ToWorker & { say: S }> {
  for (;;) {
    const [message]: ToWorker[] = await once(process, 'message')
    if (message && says(message, say)) return message
    // A worker that is not ready has no open requests, and can end immediately.
    if (message?.say === 'stop') process.exit(0)
  }
}
