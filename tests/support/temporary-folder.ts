import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()
process.once('exit', () => {
  // In memory what a failed test left would stay until the machine is restarted.
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** A new folder that is gone when this process ends, if not before. In memory: nothing is measured there, and no power is cut. */
export const temporaryFolder = (): string => newFolder(fastFolder())

/** The same where a sync is one: for what measures it, or breaks it. */
export const temporaryFolderOnDisk = (): string => newFolder(tmpdir())

function newFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'latchkey-test-'))
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
