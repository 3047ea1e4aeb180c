import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()
process.once('exit', () => {
  // In memory what a failed test left would stay until the machine is restarted.
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** A new folder that is gone when this process ends, if not before. No power is cut here, so that it need not be on a disk. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(fastFolder(), 'latchkey-test-'))
  made.add(folder)
  return folder
}

/** Memory where there is plenty of it: a sync costs nothing there, and each new PostgreSQL database is some three hundred files. */
export function fastFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, process.availableMemory()) > 2 * 2 ** 30 ? memory : tmpdir()
}
