import { currentOrigin } from '../acting.ts'
import type { Log } from '../log/log.ts'
import type { Database, LogLine } from './database.ts'

/**
 * Returns the database with a log to which its transactions report lines. The lines of a transaction are written when its commit
 * is durable, in the order in which they were reported and under the request id of its caller. Nothing is written for a run that
 * failed or lost a race. A transaction also gets the address and user agent (`origin`) of the admin who began it, because a queue
 * runs it later, together with transactions of other users.
 */
export function logAfterCommit(db: Database, log: Log): Database {
  const note = ({ level, fields, message }: LogLine) => log[level](fields, message)
  return {
    ...db,
    note,
    async transaction(work, options) {
      let noted: LogLine[] = []
      const origin = currentOrigin()
      const result = await db.transaction((tx) => {
        // Each run has a list of its own: a transaction may run again after a lost race.
        const lines: LogLine[] = []
        noted = lines
        return work({ ...tx, origin, note: (line) => void lines.push(line) })
      }, options)
      noted.forEach(note)
      return result
    },
  }
}
