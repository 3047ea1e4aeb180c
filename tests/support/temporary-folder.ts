import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()
process.once('exit', () => {
  // Folders of failed tests are removed at exit, because in memory they would stay until the machine restarts.
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** Makes a folder, in memory where possible, that is removed when this process ends. Syncs cost nothing there. */
export const temporaryFolder = (): string => newFolder(fastFolder())

/** Makes such a folder on a disk, for tests that measure or break syncs. */
export const temporaryFolderOnDisk = (): string => newFolder(tmpdir())

function newFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'latchkey-test-'))
  made.add(folder)
  return folder
}

/** Returns a folder in memory if there is enough of it, because each new PostgreSQL database writes about 300 files. */
export function fastFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, process.availableMemory()) > 2 * 2 ** 30 ? memory : tmpdir()
}
