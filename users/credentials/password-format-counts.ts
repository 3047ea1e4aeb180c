import type { Sql } from '#runtime/database/database.ts'
import { type Loop, startLoop } from '#runtime/loop.ts'
import type { Metric } from '#runtime/metrics/metrics.ts'
import type { Decoy } from '../core/password-hasher.ts'
import type { Users } from '../core/users.ts'
import {
  countUsersOfForm,
  countUsersWithPassword,
  findHashOfForm,
  findPasswordForms,
} from './password-form-store.ts'

/** The number of users whose hash another system made, by the form of the hash, such as `bcrypt 10`. */
export type PasswordFormatCounts = Map<string, number>

const everyMs = 10 * 60_000

/**
 * Counts the users whose hash another system made, and sets the decoys: hashes that the passwords of unknown login names are
 * compared with, each form as often as users have it, so that the duration does not show which users exist. Costs one look-up
 * when there are no such users.
 */
export async function countPasswordFormats(
  users: Pick<Users, 'db' | 'passwords'>,
): Promise<PasswordFormatCounts> {
  const { db, passwords } = users
  const forms = await findPasswordForms(db)
  const total = forms.length === 0 ? 0 : await countUsersWithPassword(db)
  const census: PasswordFormatCounts = new Map()
  const decoys: Decoy[] = []
  for (const form of forms) {
    const count = await countUsersOfForm(db, form)
    const hash = await findHashOfForm(db, form)
    if (hash === undefined) continue
    census.set(form, count)
    decoys.push({ hash, share: count / Math.max(total, 1) })
  }
  passwords.setDecoys(decoys)
  return census
}

/** Counts the users whose hash another system made, by the form of the hash. */
export async function countForeignPasswords(db: Sql): Promise<PasswordFormatCounts> {
  const census: PasswordFormatCounts = new Map()
  for (const form of await findPasswordForms(db)) census.set(form, await countUsersOfForm(db, form))
  return census
}

/** Takes the census at the start and then every ten minutes. The metric `latchkey_foreign_passwords` shows the latest one. */
export function openPasswordFormatCounts(users: Users): { start(): Loop; metric: Metric } {
  const counted = new Map<string, number>()
  return {
    start: () =>
      startLoop('count foreign passwords', { idleMs: everyMs, log: users.log }, async () => {
        const byFormat = countByFormat(await countPasswordFormats(users))
        // A format stays in the metric with 0 once its last user has logged in.
        for (const format of counted.keys()) counted.set(format, 0)
        for (const [format, count] of byFormat) counted.set(format, count)
        return false
      }),
    metric: {
      name: 'latchkey_foreign_passwords',
      help: 'Users with a password hash of another system, by format. Counted every ten minutes.',
      label: 'format',
      isOfDatabase: true,
      read: async () => counted,
    },
  }
}

/** Adds up the forms of one format: `bcrypt 10` and `bcrypt 12` are both `bcrypt`. */
function countByFormat(census: PasswordFormatCounts): Map<string, number> {
  const byFormat = new Map<string, number>()
  for (const [form, count] of census) {
    const format = form.split(' ')[0] ?? ''
    byFormat.set(format, (byFormat.get(format) ?? 0) + count)
  }
  return byFormat
}
