import { importSigningKeys, readSigningKeyLine } from '#auth/keys/transfer.ts'
import {
  importSessionEpochs,
  importSessions,
  readSessionEpochLine,
  readSessionLine,
} from '#auth/sessions/transfer.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { Outcome } from '#runtime/database/transfer.ts'
import { importApiKeys, readApiKeyLine } from '#users/api-keys/transfer.ts'
import {
  findSessionEpochs,
  importDeletedUsers,
  importUsers,
  readDeletedUserLine,
  readUserLine,
} from '#users/user/transfer.ts'

/** One kind of row: `read` checks a line and makes a row of it, `write` imports many rows at once. */
export interface Kind {
  read(line: unknown): unknown
  write(rows: unknown[]): Promise<Outcome[]>
}

/** The kinds of rows that an export may hold, by the `type` of their lines. */
export function importKinds(into: {
  users: Database
  auth: Database
  withSessions: boolean
  clock: Clock
}): Map<string, Kind> {
  const { users, auth, withSessions, clock } = into
  const epochsOf = (rows: { user_id: string }[]) =>
    findSessionEpochs(
      users,
      rows.map((row) => row.user_id),
    )
  return new Map([
    ['user', kind(readUserLine, (rows) => importUsers(users, rows))],
    ['deleted_user', kind(readDeletedUserLine, (rows) => importDeletedUsers(users, rows))],
    ['api_key', kind(readApiKeyLine, (rows) => importApiKeys(users, rows, clock.now()))],
    [
      'session_epoch',
      kind(readSessionEpochLine, async (rows) => importSessionEpochs(auth, rows, await epochsOf(rows))),
    ],
    [
      'signing_key',
      withSessions ? kind(readSigningKeyLine, (rows) => importSigningKeys(auth, rows)) : leftOut,
    ],
    [
      'session',
      withSessions
        ? kind(readSessionLine, async (rows) =>
            importSessions(auth, rows, { userEpochs: await epochsOf(rows), now: clock.now() }),
          )
        : leftOut,
    ],
  ])
}

/** Pairs the reader and the writer of a kind: `write` gets only rows that `read` of the same kind made. */
const kind = <Row>(read: (line: unknown) => Row, write: (rows: Row[]) => Promise<Outcome[]>): Kind => ({
  read,
  write,
})

const leftOut: Kind = {
  read: (line) => line,
  write: async (rows) => rows.map(() => 'left_out' as const),
}
