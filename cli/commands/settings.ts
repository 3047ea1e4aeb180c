import type { ReadSettings } from '#runtime/settings.ts'
import { allSettings } from '../start/all-settings.ts'
import { table } from '../table.ts'

/** Prints each setting with its source. A secret is hidden, and so is the password in the URL of a database. */
export function settingsCommand(origins: ReadSettings<typeof allSettings>['origins']): void {
  const rows = Object.entries(allSettings).map(([key, one]) => {
    const { text, origin } = origins[key as keyof typeof allSettings]
    const shown =
      text === undefined || text === '' ? '-' : one.secret ? (one.show?.(text) ?? '********') : text
    return [one.name, shown, origin]
  })
  process.stdout.write(table([['SETTING', 'VALUE', 'FROM'], ...rows], { flexible: { 1: 20 } }))
}
