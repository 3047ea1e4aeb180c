import { systemClock, toRfc3339 } from '#runtime/clock.ts'
import { countForeignPasswords } from '#users/credentials/password-format-counts.ts'
import { userMigrations } from '#users/service.ts'
import { openExisting } from '../../open-existing.ts'
import { printJson } from '../../printable.ts'
import { type AllSettings, databaseUrls } from '../../settings/all-settings.ts'
import { table } from '../../table.ts'

/** Shows how many users still have a password hash of another system, by its form, and until when these hashes log them in. */
export async function foreignPasswordsCommand(settings: AllSettings, isJson: boolean): Promise<void> {
  const until = settings.foreignPasswordsUntil
  const db = await openExisting(databaseUrls(settings).users, userMigrations)
  try {
    const census = await countForeignPasswords(db)
    const total = [...census.values()].reduce((sum, count) => sum + count, 0)
    if (isJson) {
      const formats = Object.fromEntries(census)
      const found = { total, formats, until: until === undefined ? null : toRfc3339(until) }
      return printJson(found)
    }
    const rows = [...census].map(([form, count]) => [form, `${count}`])
    process.stdout.write(`${table([['HASH', 'USERS'], ...rows, ['total', `${total}`]])}${untilWhen(until)}\n`)
  } finally {
    await db.close()
  }
}

function untilWhen(until: number | undefined): string {
  if (until === undefined)
    return 'These hashes are accepted without a time limit.\nTo set one: LATCHKEY_FOREIGN_PASSWORDS_UNTIL'
  const at = toRfc3339(until)
  return until > systemClock.now()
    ? `These hashes are accepted until ${at} (LATCHKEY_FOREIGN_PASSWORDS_UNTIL).`
    : `These hashes have not been accepted since ${at} (LATCHKEY_FOREIGN_PASSWORDS_UNTIL).`
}
