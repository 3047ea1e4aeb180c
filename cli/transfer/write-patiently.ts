import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '#contract/declaration/failures.ts'

const maxAttempts = 6

/**
 * Writes a batch of an import, or the event of a command, and retries while the database is unavailable. Both may be written
 * twice: existing rows stay as they are, and a duplicate event is better than a missing one.
 */
export async function writePatiently<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      const isAway = error instanceof Failure && error.code === 'database_unavailable'
      if (!isAway || attempt === maxAttempts) throw error
      await sleep(500 * attempt)
    }
  }
}
