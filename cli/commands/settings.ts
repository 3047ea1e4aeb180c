import type { ReadSettings } from '#runtime/settings.ts'
import { allSettings } from '../start/all-settings.ts'
import { table } from '../table.ts'

/** Prints what is in force. A secret is shown as set or not; of a database, all but its password. */
export function settingsCommand(origins: ReadSettings<typeof allSettings>['origins']): void {
  const rows = Object.entries(allSettings).map(([key, one]) => {
    const { text, origin } = origins[key as keyof typeof allSettings]
    const shown =
      text === undefined || text === '' ? '-' : one.secret ? (one.show?.(text) ?? '********') : text
    return [one.name, shown, origin]
  })
  process.stdout.write(table([['SETTING', 'VALUE', 'FROM'], ...rows]))
}
