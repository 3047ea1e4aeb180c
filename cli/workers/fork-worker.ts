import { fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { FromWorker, Service, ToWorker } from './worker-messages.ts'

export interface Worker {
  isAlive(): boolean
  /** It could serve, and waits to be told to listen. Rejects with `WorkerEnded` when it ends before, as `serve` does. */
  prepared: Promise<void>
  /** Resolves when it listens. */
  serve(): Promise<{ mailboxUrl: string | undefined }>
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** Undefined when it has none, or does not answer in time. */
  count(service: Service): Promise<object[] | undefined>
  /** Lets what is under way finish; `ended` says when. */
  stop(): void
  kill(): void
}

/** A worker that ended before it was ready: what was wrong it has said itself. */
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
    // In the folder of the version that Node makes in it.
    env: { ...process.env, ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) }) },
  })
  // Whoever is gone hears nothing, and `ended` tells of it.
  const tell = (message: ToWorker) => void (child.connected && child.send(message, () => {}))
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 1))
    // No process could be made. Those that there are go on.
    child.once('error', (error) => {
      process.stderr.write(`latchkey: ${error.message}\n`)
      resolve(1)
    })
  })
  const said = <S extends FromWorker['say']>(say: S) =>
    new Promise<FromWorker & { say: S }>((resolve, reject) => {
      const hear = (message: FromWorker) => {
        if (message.say !== say) return
        child.off('message', hear)
        resolve(message as FromWorker & { say: S })
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
  // Both are refused together, and only one of them may be waited for.
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
