import { sqlitePath } from '#runtime/database/open-database.ts'
import { findLastBackup } from '../../transfer/last-backup.ts'
import { type Check, ok, skipped, warn } from '../check.ts'
import { days } from '../days.ts'

const oldMs = 2 * 86_400_000

/** Checks when `latchkey backup` last wrote a backup of these databases. */
export const backupCheck: Check = {
  name: 'backup',
  run({ services, urls, settings: { data } }) {
    if (services.some((service) => sqlitePath(urls[service]) === undefined))
      return [skipped('back up PostgreSQL with its own tools')]
    const last = findLastBackup(data)
    const fix = '`latchkey backup FILE` each night to another machine, and store the master key elsewhere'
    if (last === undefined) return [warn('`latchkey backup` never ran here', fix)]
    const age = Date.now() - last
    return age > oldMs
      ? [warn(`the last backup is ${days(age)} old`, fix)]
      : [ok(`the last one is ${days(age)} old`)]
  },
}
