import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const db = new DatabaseSync(workerData as string)
// Short, for while RESTART waits for a reader of another process, such as a backup, nobody here can write.
db.exec('PRAGMA busy_timeout = 50; PRAGMA synchronous = NORMAL')

const ioError = 10

// Answers with what went wrong with the disk. "Busy" and "disk full" are no harm: everything is still in the log.
parentPort?.on('message', (mode: 'PASSIVE' | 'RESTART') => {
  try {
    db.exec(`PRAGMA wal_checkpoint(${mode})`)
    parentPort?.postMessage(undefined)
  } catch (error) {
    const code = (error as { errcode?: number }).errcode ?? 0
    parentPort?.postMessage((code & 0xff) === ioError ? error : undefined)
  }
})
