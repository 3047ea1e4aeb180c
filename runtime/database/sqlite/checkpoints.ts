import { once } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

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

/**
 * Runs checkpoints, which copy the write-ahead log into the database file and sync it, in a thread. The first
 * pass (PASSIVE) runs while commits go on. The second pass (RESTART) copies the few pages that were added
 * meanwhile, and commits wait for it: SQLite restarts the log only when all of it is copied.
 */
export function startCheckpoints(path: string, onLostWrites: (cause: unknown) => void): Checkpoints {
  let thread: Worker | undefined
  let firstPass: Promise<void> | undefined
  let isFirstPassDone = false
  let commits = 0

  async function checkpoint(mode: 'PASSIVE' | 'RESTART'): Promise<void> {
    thread ??= startThread(path)
    thread.postMessage(mode)
    try {
      const [failure]: unknown[] = await once(thread, 'message')
      if (failure !== undefined) throw failure
    } catch (cause) {
      onLostWrites(cause)
    }
  }

  return {
    async afterCommit(writer) {
      if (firstPass) {
        if (!isFirstPassDone) return
        firstPass = undefined
        return checkpoint('RESTART')
      }
      if (++commits % commitsBetweenLooks !== 0) return
      const look = writer.prepare('PRAGMA wal_checkpoint(NOOP)').get() as {
        log: number
        checkpointed: number
      }
      if (look.log - look.checkpointed < maxPagesInLog) return
      isFirstPassDone = false
      firstPass = checkpoint('PASSIVE').then(() => {
        isFirstPassDone = true
      })
    },
    async stop() {
      await firstPass
      await thread?.terminate()
    },
  }
}

/** Starts the thread at the first checkpoint, because it costs memory and many processes never write that much. */
function startThread(path: string): Worker {
  const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: path })
  thread.unref()
  return thread
}
