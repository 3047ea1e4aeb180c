import { randomBytes } from 'node:crypto'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { createLog } from '#runtime/log/log.ts'
import { type Engine, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { recordStatements } from '#tests/support/recorded-statements.ts'
import type { Users } from '#users/core/users.ts'
import { openUsers, userMigrations } from '#users/service.ts'

export interface RecordedUsers extends AsyncDisposable {
  users: Users
  /** The URL of the database. */
  url: string
  /** Runs some work and returns its statements in order, whether it succeeds or fails. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>
}

/**
 * Opens the user service without its background loops: what is queued stays in the outbox until a test
 * delivers it.
 */
export async function openRecordedUsers(
  engine: Engine,
  { signup, clock = systemClock }: { signup: Users['policy']['signup']; clock?: Clock },
): Promise<RecordedUsers> {
  await using parts = new AsyncDisposableStack()
  const { url } = parts.use(await temporaryDatabase(engine))
  const options = patientOptions(5)
  const first = await openDatabase(url, options)
  await migrate(first, userMigrations, clock)
  await first.close()
  const users = await openUsers({
    databaseUrl: url,
    database: options,
    authUrl: 'http://127.0.0.1:9',
    serviceToken: 'token',
    masterKeys: [randomBytes(32)],
    publicUrl: 'http://127.0.0.1',
    clock,
    log: createLog('silent'),
    policy: {
      signup,
      signUpsPerMinute: 100,
      requiresVerifiedEmail: signup === 'private',
      allowsPrivateTargets: false,
    },
  })
  parts.defer(() => users.db.close())
  let statements: string[] = []
  const db = recordStatements(users.db, (statement) => void statements.push(statement))
  const kept = parts.move()
  return {
    users: { ...users, db, outbox: { ...users.outbox, db } },
    url,
    async statementsOf(work) {
      statements = []
      await work().catch(() => {})
      return [...statements]
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
