import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authTransfers } from '#auth/transfers.ts'
import { features } from '#tests/features/feature.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { recordStatements } from '#tests/support/recorded-statements.ts'
import { allRows } from '#tests/support/stored.ts'
import { userTransfers } from '#users/transfers.ts'

const transfers = { users: userTransfers, auth: authTransfers }

/** Returns the tables that no export contains, each with the reason why its rows stay in their installation. */
const leftBehindOf = (engine: 'sqlite' | 'postgres'): Record<string, string> => ({
  ...(engine === 'sqlite' && { user_documents: 'An index of the users, which the database makes itself.' }),
  ...Object.assign({}, ...features.map((feature) => feature.leftBehind)),
  events: 'What happened here, for 30 days. Their positions mean nothing in another database.',
  event_readers: 'How far each reader of the events has come.',
  feeds: 'The positions of the feeds of this database.',
  forgotten_subjects: 'Deleted users whose data is still removed from the events here.',
  forgotten_sessions: 'Sessions of deleted users that are still cleared of personal data here.',
  outbox: 'Deliveries that this installation makes.',
  held_usernames: 'Names of sign-ups that nobody has confirmed, for seven days.',
  links: 'Links in mails lead to this installation, and expire within seven days.',
  totp_enrolments: 'Authenticator apps that are not confirmed yet, for minutes.',
  used_challenges: 'Challenges of passkeys that were used, for minutes.',
  used_assertions: 'Proofs of clients that were used, for minutes.',
  idempotency_keys: 'Replies for requests that are sent again within a day.',
  rate_limits: 'Counts against limits, which begin again.',
  mail_budgets: 'Counts against limits, which begin again.',
  login_attempts: 'Wrong passwords, which are counted anew.',
  login_hours: 'How many logins there were in each hour of the last week here.',
  logins: 'Logins that wait for their second factor, for minutes.',
  known_networks: 'Where users have logged in from, which is learnt again.',
  known_devices: 'Remembered devices: they are asked for a second factor once more.',
  browser_sessions: 'Sign-ins on the account pages: people sign in again.',
  key_sets: 'The version of the set of signing keys here.',
  leases: 'Which node does a kind of work now.',
  migrations: 'The migrations of this database.',
})

onEachEngine((startSystem, engine) => {
  test('every table is part of an export, or has a reason why its rows stay behind', async () => {
    await using system = await startSystem()
    const leftBehind = leftBehindOf(engine)
    const notRead = new Set<string>()
    for (const service of ['users', 'auth'] as const) {
      const db = await system.database(service)
      const read = new Set<string>()
      const recorded = recordStatements(db, (statement) => {
        // A table that is only joined says nothing about an export of its own rows.
        const [, table] = /\bFROM (\w+)/.exec(statement) ?? []
        if (table) read.add(table)
      })
      for (const { page } of transfers[service]) await page(recorded, { after: '', limit: 1, now: 0 })
      assert.ok(read.size > 3, 'the check has something to look at')
      for (const table of (await allRows(db)).keys()) if (!read.has(table)) notRead.add(table)
    }
    const forgotten = [...notRead].filter((table) => !Object.hasOwn(leftBehind, table))
    const advice = `No export contains the rows of ${forgotten}. Describe them in \`transfer.ts\` of the feature and list it in
      \`transfers.ts\`, or say in \`leftBehind\` of the feature in tests/features/ why they stay in their installation.`
    assert.deepEqual(forgotten, [], advice)
    const wrong = Object.keys(leftBehind).filter((table) => !notRead.has(table))
    assert.deepEqual(
      wrong,
      [],
      `Remove ${wrong} from \`leftBehind\`: an export has it, or there is no such table.`,
    )
  })
})
