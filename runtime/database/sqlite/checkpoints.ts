import { once } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

export interface Checkpoints {
  /** Awaited between two commits: mostly at once, now and then until the log can begin anew. */
  afterCommit(writer: DatabaseSync): Promise<void>
  stop(): Promise<void>
}

const commitsBetweenLooks = 16
/** 4 MiB, as SQLite would by itself. */
const maxPagesInLog = 1_000

/**
 * Brings what is in the write-ahead log into the database file, with its syncs, in a thread of its own. First while
 * commits go on; then the little that came in the meantime while they wait, for only a log without a rest begins anew.
 */
export function startCheckpoints(path: string, onLostWrites: (cause: unknown) => void): Checkpoints {
  let thread: Worker | undefined
  let firstPass: Promise<void> | undefined
  let isFirstPassOver = false
  let commits = 0

  async function checkpoint(mode: 'PASSIVE' | 'RESTART'): Promise<void> {
    thread ??= startThread(path)
    thread.postMessage(mode)
    try {
      const [failure] = (await once(thread, 'message')) as [unknown]
      if (failure !== undefined) throw failure
    } catch (cause) {
      onLostWrites(cause)
    }
  }

  return {
    async afterCommit(writer) {
      if (firstPass) {
        if (!isFirstPassOver) return
        firstPass = undefined
        return checkpoint('RESTART')
      }
      if (++commits % commitsBetweenLooks !== 0) return
      const look = writer.prepare('PRAGMA wal_checkpoint(NOOP)').get() as {
        log: number
        checkpointed: number
      }
      if (look.log - look.checkpointed < maxPagesInLog) return
      isFirstPassOver = false
      firstPass = checkpoint('PASSIVE').then(() => {
        isFirstPassOver = true
      })
    },
    async stop() {
      await firstPass
      await thread?.terminate()
    },
  }
}

/** Only when it is first needed: it costs memory, and few start-ups write so much. */
function startThread(path: string): Worker {
  const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: path })
  thread.unref()
  return thread
}
