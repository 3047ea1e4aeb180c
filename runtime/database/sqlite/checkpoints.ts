import { once } from 'node:events'
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { CheckpointMode } from './checkpoint-thread.ts'

export interface Checkpoints {
  /**
   * Starts a checkpoint when one is due; it is called between two commits. The promise resolves immediately, except when the
   * write-ahead log must be restarted before the next commit.
   */
  afterCommit(writer: DatabaseSync): Promise<void>
  stop(): Promise<void>
}

const commitsBetweenLooks = 16
/** The size of the write-ahead log, in pages, at which a checkpoint starts: 4 MiB, the default of SQLite. */
const maxPagesInLog = 1_000

/** The interval at which the write-ahead log is emptied. Until then, deleted data may still be in it. */
const emptyLogMs = 5 * 60_000

/**
 * Runs checkpoints in a thread: they copy the write-ahead log into the database file and sync it. Each takes two passes. The
 * first pass (PASSIVE) runs while commits go on. The second pass (RESTART) copies the few pages that were added during the first,
 * and commits wait for it: SQLite restarts the log only when all of it is copied.
 *
 * At an interval, the second pass also empties the log (TRUNCATE). Otherwise a quiet service would keep deleted data in it for
 * months, because only later commits overwrite it.
 */
export function startCheckpoints(path: string, onLostWrites: (cause: unknown) => void): Checkpoints {
  let thread: Worker | undefined
  let lastPass = Promise.resolve()
  let firstPass: Promise<void> | undefined
  let isFirstPassDone = false
  let secondPass: Promise<void> | undefined
  let mustEmpty = false
  let commits = 0

  /**
   * Queues a checkpoint behind the one that is running: the messages of the thread do not say which checkpoint they belong to.
   */
  function checkpoint(mode: CheckpointMode): Promise<void> {
    lastPass = lastPass.then(() => run(mode))
    return lastPass
  }

  async function run(mode: CheckpointMode): Promise<void> {
    thread ??= startThread(path)
    thread.postMessage(mode)
    try {
      const [failure]: unknown[] = await once(thread, 'message')
      if (failure !== undefined) throw failure
    } catch (cause) {
      onLostWrites(cause)
    }
    if (mode !== 'TRUNCATE') return
    await thread.terminate()
    thread = undefined
  }

  function startFirstPass(): Promise<void> {
    isFirstPassDone = false
    firstPass = checkpoint('PASSIVE').then(() => {
      isFirstPassDone = true
    })
    return firstPass
  }

  function startSecondPass(): Promise<void> {
    firstPass = undefined
    const mode = mustEmpty ? 'TRUNCATE' : 'RESTART'
    mustEmpty = false
    secondPass = checkpoint(mode).finally(() => {
      secondPass = undefined
    })
    return secondPass
  }

  async function emptyLog(): Promise<void> {
    // If a reader of another process keeps the log from being emptied, it is tried again at the next interval.
    if (sizeOf(`${path}-wal`) === 0) return
    mustEmpty = true
    await secondPass
    await (firstPass ?? startFirstPass())
    // A commit during the first pass may have started the second one already.
    if (mustEmpty) await startSecondPass()
  }
  let emptied = Promise.resolve()
  const timer = setInterval(() => {
    // If emptying the log fails, it is tried again at the next interval.
    emptied = emptied.then(emptyLog).catch(() => {})
  }, emptyLogMs).unref()

  return {
    async afterCommit(writer) {
      if (secondPass) return secondPass
      if (firstPass) return isFirstPassDone ? startSecondPass() : undefined
      if (++commits % commitsBetweenLooks !== 0) return
      const look = writer.prepare('PRAGMA wal_checkpoint(NOOP)').get() as {
        log: number
        checkpointed: number
      }
      if (look.log - look.checkpointed >= maxPagesInLog) void startFirstPass()
    },
    async stop() {
      clearInterval(timer)
      await emptied
      await lastPass
      await thread?.terminate()
    },
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Starts the thread at the first checkpoint, because it costs memory and many processes never write that much. */
function startThread(path: string): Worker {
  const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: path })
  thread.unref()
  return thread
}
