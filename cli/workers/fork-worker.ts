import { fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { type FromWorker, type Served, type Service, says, type ToWorker } from './worker-messages.ts'

export interface Worker {
  isAlive(): boolean
  /**
   * Resolves when the worker is ready to serve, and waits for permission to listen. Rejects with `WorkerEnded` if it ends before;
   * so does `serve`.
   */
  prepared: Promise<void>
  /** Gives the worker permission to listen, and resolves when it listens. */
  serve(): Promise<Served>
  /** Resolves to the exit code of the worker, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** Asks the worker for its metrics. Resolves to undefined if the worker cannot read them, or does not reply in time. */
  count(service: Service): Promise<object[] | undefined>
  /** Lets open requests finish and then ends the worker; `ended` resolves when it has ended. */
  stop(): void
  kill(): void
}

/** The error of a worker that ended before it was ready. If it exited with a code, it has printed the reason itself. */
export class WorkerEnded extends Error {
  readonly by: number | NodeJS.Signals
  constructor(by: number | NodeJS.Signals) {
    super(`A worker ended before it was ready: ${by}`)
    this.by = by
  }
}

const answerWithinMs = 2_000

export function forkWorker(start: Omit<ToWorker & { say: 'start' }, 'say'>): Worker {
  const compiled = getCompileCacheDir()
  const child = fork(new URL('./worker.ts', import.meta.url), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // getCompileCacheDir() returns a folder for this version of Node inside the folder that was set. The worker gets the outer
    // folder, because its Node adds the inner one again.
    env: { ...process.env, ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) }) },
  })
  // A message to a worker that has ended is dropped: `ended` reports the end.
  const tell = (message: ToWorker) => void (child.connected && child.send(message, () => {}))
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 1))
    // The event `error` means that no process could be started. The other workers go on.
    child.once('error', (error) => {
      process.stderr.write(`latchkey: ${error.message}\n`)
      resolve(1)
    })
  })
  const said = <S extends FromWorker['say']>(say: S) =>
    new Promise<FromWorker & { say: S }>((resolve, reject) => {
      const hear = (message: FromWorker) => {
        if (!says(message, say)) return
        child.off('message', hear)
        resolve(message)
      }
      child.on('message', hear)
      void ended.then((by) => reject(new WorkerEnded(by)))
    })
  const counting = new Map<Service, (metrics: object[] | undefined) => void>()
  void ended.then(() => {
    for (const resolve of counting.values()) resolve(undefined)
  })
  child.on('message', (message: FromWorker) => {
    if (message.say === 'counted') counting.get(message.service)?.(message.metrics)
  })
  const prepared = said('prepared').then(() => {})
  const ready = said('ready')
  // `prepared` and `serve` both reject when the worker ends, and the caller may await only one of them: the other must not become
  // an unhandled rejection.
  prepared.catch(() => {})
  ready.catch(() => {})
  tell({ say: 'start', ...start })
  return {
    isAlive: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    prepared,
    async serve() {
      await prepared
      tell({ say: 'listen' })
      return ready
    },
    ended,
    async count(service) {
      const { promise, resolve } = Promise.withResolvers<object[] | undefined>()
      counting.set(service, resolve)
      const timer = setTimeout(resolve, answerWithinMs, undefined)
      tell({ say: 'count', service })
      return promise.finally(() => clearTimeout(timer))
    },
    stop: () => tell({ say: 'stop' }),
    kill: () => void child.kill('SIGKILL'),
  }
}
