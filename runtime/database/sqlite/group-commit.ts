import { closeSync, fdatasync, openSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Failure } from '#contract/declaration/failures.ts'
import type { Metric } from '../../metrics/metrics.ts'
import { databaseClosed } from '../closed.ts'
import type { Database } from '../database.ts'
import { type OtherCommits, type RowChanges, versionAgeMs } from './changes.ts'
import { createCommitQueue, type Job } from './commit-queue.ts'
import { rollBack, type SqliteConnections } from './connections.ts'
import { explain, isFailedSync, unavailable } from './errors.ts'
import { jobRunner } from './jobs.ts'

export interface GroupCommitOptions {
  path: string
  /** True when this process owns the file. Any other process delays its replies until the owner has noticed its commits. */
  exclusive: boolean
  /** The maximum time that a commit waits for the write lock of another process. */
  busyMs: number
  onLostWrites(cause: unknown): void
  /** Syncs the write-ahead log. Tests replace it, to observe the sync and to make it fail. */
  sync?: ((fd: number) => Promise<void>) | undefined
  others: OtherCommits
  rows: RowChanges
  /** Runs between two commits; the next commit waits for it. */
  afterCommit(): Promise<void>
}

export interface GroupCommit {
  transaction: Database['transaction']
  /**
   * Returns the sync that a read has to wait for; undefined when it may go ahead. While the sync runs, readers see the state
   * before it. If another process has committed since and replied to its client, a read must not show that older state.
   */
  syncBeforeRead(): Promise<void> | undefined
  /** Refuses further transactions, and resolves once those that wait are committed. */
  stop(): Promise<void>
  close(): void
  metrics: readonly Metric[]
}

/**
 * Commits the transactions that wait at the same moment together, each inside a savepoint of its own. A commit is acknowledged
 * once the write-ahead log has been synced to the disk. The sync runs in another thread and does not block the event loop;
 * meanwhile readers see the state before the commit, so nobody is shown what a power cut could still undo.
 */
export function startGroupCommit(
  { writer, reader }: SqliteConnections,
  options: GroupCommitOptions,
): GroupCommit {
  const { others, rows, busyMs } = options
  const runJobs = jobRunner(writer, busyMs)
  const commit = writer.prepare('COMMIT')
  const snapshot = snapshotOf(reader)
  const walFd = openSync(`${options.path}-wal`, 'r')
  const sync = options.sync ?? promisify(fdatasync)
  const queue = createCommitQueue(commitTogether, options.afterCommit)
  let isStopped = false
  let lost: unknown
  let syncing: Promise<void> | undefined
  let versionOfOthers: unknown

  async function commitTogether(jobs: Job[]): Promise<void> {
    let ran: Awaited<ReturnType<typeof runJobs>>
    try {
      ran = await runJobs(jobs)
      versionOfOthers = others.lookNow()
      // From here to the end of the sync, readers keep the state before this commit.
      snapshot.take()
      commit.run()
    } catch (error) {
      rollBack(writer)
      rollBack(reader)
      // A COMMIT that reported an error may still have happened, so caches of these rows must read them again.
      rows.publish()
      if (isFailedSync(error)) lose(error)
      for (const job of jobs) job.reject(explain(error))
      return
    }
    try {
      syncing = ran.mustSync ? makeDurable() : undefined
      await syncing
    } catch (cause) {
      // The pages may be marked as written although they are not on the disk: another sync would succeed
      // without writing them.
      lose(cause)
      for (const job of jobs) job.reject(unavailable(cause))
      return
    } finally {
      syncing = undefined
      snapshot.end()
      rows.publish()
    }
    for (const acknowledge of ran.acknowledgements) acknowledge()
  }

  async function makeDurable(): Promise<void> {
    await sync(walFd)
    // After this time the process that owns the file has noticed the commit, and its replies no longer show an older state.
    if (!options.exclusive) await sleep(2 * versionAgeMs)
  }

  function lose(cause: unknown): void {
    lost = cause
    options.onLostWrites(cause)
  }

  return {
    transaction: (work, needs) =>
      new Promise((resolve, reject) => {
        if (isStopped) throw databaseClosed()
        if (lost !== undefined) throw unavailable(lost)
        if (queue.isFull()) throw new Failure('database_unavailable', { retryAfterSeconds: 1 })
        queue.add({ work, isForTheDisk: needs?.survives !== 'restart', hasExecuted: false, resolve, reject })
      }),
    syncBeforeRead: () =>
      syncing && others.look() !== versionOfOthers ? syncing.catch(() => {}) : undefined,
    stop() {
      isStopped = true
      return queue.idle()
    },
    close: () => closeSync(walFd),
    metrics: queue.metrics,
  }
}

/** Makes the reader see one state of the database: a read transaction sees the state of its first read until it ends. */
function snapshotOf(reader: DatabaseSync) {
  const begin = reader.prepare('BEGIN')
  const firstRead = reader.prepare('SELECT 1 FROM sqlite_schema LIMIT 1')
  const end = reader.prepare('COMMIT')
  return {
    take() {
      begin.run()
      firstRead.get()
    },
    end: () => void end.run(),
  }
}
