import { authTransfers } from '#auth/transfers.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { Outcome } from '#runtime/database/transfer.ts'
import { findSessionEpochs } from '#users/import/transfer.ts'
import { userTransfers } from '#users/transfers.ts'

/**
 * One kind of row in an export, such as users. `read` checks a line and turns it into a row; `write` imports many rows together.
 */
export interface Kind {
  read(line: unknown): unknown
  write(rows: unknown[]): Promise<Outcome[]>
}

/** Returns the kinds of rows that an export may hold, by the `type` of their lines. */
export function importKinds(into: {
  users: Database
  auth: Database
  withSessions: boolean
  /** True when users are imported without the encrypted second factors in the file. */
  withoutSecondFactors: boolean
  masterKeys: readonly Buffer[]
  clock: Clock
  /** The users whom earlier rows would have imported, in a dry run: each id with its session epoch. */
  rehearsedUsers?: ReadonlyMap<string, number> | undefined
}): Map<string, Kind> {
  const { users, auth, withSessions, withoutSecondFactors, masterKeys, clock, rehearsedUsers } = into
  const userEpochsOf = async (userIds: string[]) => {
    const found = await findSessionEpochs(users, userIds)
    for (const id of userIds) {
      const epoch = rehearsedUsers?.get(id)
      if (epoch !== undefined) found.set(id, epoch)
    }
    return found
  }
  type Described = (typeof userTransfers | typeof authTransfers)[number]
  const kind = (db: Database, { isOptional, isSealedFactor, read, write }: Described): Kind =>
    (isOptional && !withSessions) || (isSealedFactor && withoutSecondFactors)
      ? leftOut
      : {
          read,
          write: (rows) => write(db, rows, { now: clock.now(), userEpochsOf, masterKeys, rehearsedUsers }),
        }
  return new Map([
    ...userTransfers.map((transfer) => [transfer.type, kind(users, transfer)] as const),
    ...authTransfers.map((transfer) => [transfer.type, kind(auth, transfer)] as const),
  ])
}

const leftOut: Kind = {
  read: (line) => line,
  write: async (rows) => rows.map(() => 'left_out' as const),
}
