import { printJson } from '../printable.ts'
import { type SettingOrigins, settingsInForce } from '../start/console/settings-in-force.ts'
import { table } from '../table.ts'

/** Prints each setting with its source. A secret is hidden, and so is the password in the URL of a database. */
export function settingsCommand(origins: SettingOrigins, isJson: boolean): void {
  const inForce = settingsInForce(origins)
  if (isJson) return void printJson({ data: inForce })
  const rows = inForce.map(({ name, value, origin }) => [name, value ?? '-', origin])
  process.stdout.write(table([['SETTING', 'VALUE', 'SOURCE'], ...rows], { flexible: { 1: 20 } }))
}
