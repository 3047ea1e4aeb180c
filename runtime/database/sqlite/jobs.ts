import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../database.ts'
import type { Job } from './commit-queue.ts'
import { explain } from './errors.ts'
import { busyCode, primaryCode } from './result-code.ts'
import { statementRunner } from './statements.ts'

interface RanJobs {
  /** The functions that report the outcome of each job. They are called once the commit is durable. */
  acknowledgements: (() => void)[]
  /** True when the commit must be synced to the disk before it is acknowledged. */
  mustSync: boolean
}

/** Runs a group of transactions in one transaction of the writer, and leaves the commit to the caller. */
export function jobRunner(writer: DatabaseSync, busyMs: number): (jobs: Job[]) => Promise<RanJobs> {
  // The statements are prepared once: compiling them for every commit would cost as much as a small commit itself.
  const begin = writer.prepare('BEGIN IMMEDIATE')
  /** Counts the rows changed since the connection was opened. A script may change the schema, which is not counted. */
  const changes = writer.prepare('SELECT total_changes() AS n')
  const runJob = savepointRunner(writer)
  return async (jobs) => {
    await beginBesideOthers(begin, busyMs)
    const before = changes.get()?.n
    const acknowledgements: (() => void)[] = []
    for (const job of jobs) acknowledgements.push(await runJob(job))
    const hasExecuted = jobs.some((job) => job.hasExecuted)
    const isForTheDisk = jobs.some((job) => job.isForTheDisk)
    // A group that changed nothing is not synced, because background work that finds nothing to do would keep
    // the disk awake. A group that need not survive a power cut is not synced either: the next sync includes
    // it.
    return { acknowledgements, mustSync: hasExecuted || (isForTheDisk && changes.get()?.n !== before) }
  }
}

/** Runs one transaction inside a savepoint, and gives the function that reports its outcome after the commit. */
function savepointRunner(writer: DatabaseSync): (job: Job) => Promise<() => void> {
  const setSavepoint = writer.prepare('SAVEPOINT job')
  const releaseSavepoint = writer.prepare('RELEASE job')
  const write = statementRunner(writer)
  return async (job) => {
    let failed: unknown
    const tx: Sql = {
      engine: 'sqlite',
      query: async (text, ...parts) => {
        try {
          return write(text, parts)
        } catch (error) {
          failed ??= error
          throw error
        }
      },
      async execute(script) {
        job.hasExecuted = true
        writer.exec(script)
      },
    }
    setSavepoint.run()
    try {
      const result = await job.work(tx)
      if (failed !== undefined) throw failed
      releaseSavepoint.run()
      return () => job.resolve(result)
    } catch (error) {
      // A full disk or a failed write rolls back the whole transaction by itself: then all jobs of the group
      // fail.
      if (!writer.isTransaction) throw error
      writer.exec('ROLLBACK TO job; RELEASE job')
      // The error is reported after the commit too, because the conflicting row may belong to another job of
      // the same group.
      return () => job.reject(explain(error))
    }
  }
}

/**
 * Begins a transaction. While a command of another process writes, it tries again with a timer, which does
 * not block the event loop.
 */
async function beginBesideOthers(begin: StatementSync, busyMs: number): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    try {
      begin.run()
      return
    } catch (error) {
      if (primaryCode(error) !== busyCode || performance.now() - startedAt > busyMs) throw error
      await sleep(5)
    }
  }
}
