import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { primaryCode } from './result-code.ts'

/** The modes of SQLite's `wal_checkpoint` that are used here. */
export type CheckpointMode = 'PASSIVE' | 'RESTART' | 'TRUNCATE'

const db = new DatabaseSync(workerData)
// The timeout is short, because no transaction can write while RESTART or TRUNCATE waits for a reader, such as a backup.
db.exec('PRAGMA busy_timeout = 50; PRAGMA synchronous = NORMAL')

const ioError = 10

// The reply to the main thread is the I/O error of the checkpoint, if any. "Busy" and "disk full" do no harm: everything is still
// in the write-ahead log.
parentPort?.on('message', (mode: CheckpointMode) => {
  try {
    db.exec(`PRAGMA wal_checkpoint(${mode})`)
    parentPort?.postMessage(undefined)
  } catch (error) {
    parentPort?.postMessage(primaryCode(error) === ioError ? error : undefined)
  }
})
