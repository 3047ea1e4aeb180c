import type pg from 'pg'
import { batch } from '../../batch.ts'
import { type PostgresBounds, sharedConnection } from './connections.ts'
import { isBadValue, unavailable } from './errors.ts'
import { mayReadAgain } from './retries.ts'
import { type LookUpRow, lookUpStatement, rowsOfEach, type Statement, statementOf } from './statements.ts'

/** The number of connections that are used for look-ups only. Each has many look-ups under way. */
export const lookUpConnections = 2

const limits = { keys: 200, calls: lookUpConnections, waiting: 10_000 }

export interface LookUps {
  /** Runs a SELECT that has one value, a text key. */
  find(text: readonly string[], key: string): Promise<unknown[]>
  /** Runs another SELECT on the connections of the look-ups. A slow one delays the look-ups. */
  read<Row>(statement: Statement, values: unknown[]): Promise<Row[]>
  counts(): { asked: number; queries: number }
  close(): Promise<void>
}

/**
 * Opens look-ups of rows by one key. Look-ups that wait at the same moment share one query, and queries share a few
 * connections.
 */
export function openLookUps(acquire: () => Promise<pg.PoolClient>, bounds: PostgresBounds): LookUps {
  const connections = Array.from({ length: lookUpConnections }, () => sharedConnection(acquire))
  let turn = 0
  async function read<Row>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const startedAt = performance.now()
    for (let attempt = 1; ; attempt++) {
      try {
        return (await connections[turn++ % lookUpConnections]?.query<Row>(statement, values)) ?? []
      } catch (error) {
        // There is one attempt more than there are connections, because all of them may be lost at the same
        // moment.
        if (attempt > lookUpConnections || !mayReadAgain(error, startedAt, bounds)) throw error
      }
    }
  }

  const counts = { asked: 0, queries: 0 }
  function batchOf(text: readonly string[]): (key: string) => Promise<unknown[]> {
    const together = lookUpStatement(text)
    const alone = statementOf(text)
    const findAll = async (keys: string[]): Promise<PromiseSettledResult<unknown[]>[]> => {
      counts.queries++
      try {
        const rows = await read<LookUpRow>(together, [keys])
        return rowsOfEach(keys.length, rows).map((value) => ({ status: 'fulfilled', value }))
      } catch (error) {
        if (!isBadValue(error)) throw error
        // A key that the server refuses must not fail the others of its batch.
        return Promise.allSettled(keys.map((key) => read<unknown>(alone, [key])))
      }
    }
    return batch(limits, findAll, () => unavailable(new Error('Too many look-ups wait.')))
  }

  const batches = new Map<readonly string[], (key: string) => Promise<unknown[]>>()
  return {
    find(text, key) {
      let find = batches.get(text)
      if (!find) {
        find = batchOf(text)
        batches.set(text, find)
      }
      counts.asked++
      return find(key)
    },
    read,
    counts: () => ({ ...counts }),
    async close() {
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}
