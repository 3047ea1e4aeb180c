import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()
process.once('exit', () => {
  // The folders of failed tests are removed at exit. In memory they would otherwise stay until the machine
  // restarts.
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/**
 * Makes a folder, in memory where possible, which is removed when this process ends. In memory a sync costs
 * nothing.
 */
export const temporaryFolder = (): string => newFolder(fastFolder())

/** Makes a temporary folder on a disk, for tests that measure syncs or make them fail. */
export const temporaryFolderOnDisk = (): string => newFolder(tmpdir())

function newFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'latchkey-test-'))
  made.add(folder)
  return folder
}

/**
 * Returns a folder in memory when there is enough of it, because each new PostgreSQL database writes about
 * 300 files.
 */
export function fastFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, process.availableMemory()) > 2 * 2 ** 30 ? memory : tmpdir()
}
