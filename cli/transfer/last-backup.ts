import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toRfc3339 } from '#runtime/clock.ts'
import { codeOf } from '#runtime/log/thrown.ts'

const fileIn = (data: string): string => join(data, 'last-backup')

/** Records in the data folder when a backup was written, so that its age can be monitored. */
export const noteBackup = (data: string, at: number): void =>
  writeFileSync(fileIn(data), `${toRfc3339(at)}\n`, { mode: 0o600 })

/** Returns when the last backup was written, in epoch milliseconds; undefined when none is recorded. */
export function findLastBackup(data: string): number | undefined {
  try {
    const at = Date.parse(readFileSync(fileIn(data), 'utf8').trim())
    return Number.isNaN(at) ? undefined : at
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
