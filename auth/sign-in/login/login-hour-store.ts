import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/** The outcomes of logins that are counted per hour. Every node locks their rows in this order, so that no two nodes deadlock. */
export const loginOutcomes = ['bad', 'good', 'refused'] as const
export type LoginOutcome = (typeof loginOutcomes)[number]

export async function addToHour(
  tx: Sql,
  { hour, outcome, count }: { hour: number; outcome: LoginOutcome; count: number },
): Promise<void> {
  await tx.query`
    INSERT INTO login_hours (hour, outcome, total) VALUES (${hour}, ${outcome}, ${count})
    ON CONFLICT (hour, outcome) DO UPDATE SET total = login_hours.total + ${count}`
}

interface HourRow {
  hour: number
  outcome: LoginOutcome
  total: number
}

export const findHours = (db: Sql, since: number): Promise<HourRow[]> =>
  db.query<HourRow>`SELECT hour, outcome, total FROM login_hours WHERE hour >= ${since}`

/** The sweep of the counts. They are kept for eight days, a day longer than they can be listed. */
export const expiredHours = expiring({
  table: sql`login_hours`,
  key: sql`hour, outcome`,
  column: sql`hour`,
  keptMs: 8 * 24 * 60 * 60_000,
})
