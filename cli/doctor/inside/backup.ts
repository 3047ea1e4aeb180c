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
      return [skipped('PostgreSQL has backups of its own, which Latchkey knows nothing of')]
    const last = findLastBackup(data)
    const mend = '`latchkey backup FILE` each night, to another machine; and the master key to a third place'
    if (last === undefined) return [warn('`latchkey backup` was never run here', mend)]
    const age = Date.now() - last
    return age > oldMs
      ? [warn(`the last backup is ${days(age)} old`, mend)]
      : [ok(`the last one is ${days(age)} old`)]
  },
}
