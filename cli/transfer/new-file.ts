import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncPath } from '#runtime/database/sync-path.ts'
import { codeOf, messageOf } from '#runtime/log/thrown.ts'
import { StartFault } from '#runtime/start-fault.ts'

/**
 * Writes a file that appears whole or not at all, and never replaces an existing file. `write` makes the file under the path
 * `part`, and may put temporary files beside it. Each call has its own folder, so that two calls for the same path do not disturb
 * each other.
 */
export async function writeNewFile<T>(
  path: string,
  write: (part: string, folder: string) => Promise<T>,
): Promise<T> {
  refuseExisting(path)
  let folder: string | undefined
  const remove = () => folder !== undefined && rmSync(folder, { recursive: true, force: true })
  const stop = () => {
    remove()
    process.exit(130)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    folder = makeFolderBeside(path)
    const part = join(folder, 'whole')
    const result = await write(part, folder)
    syncPath(part)
    // Another process may have made the file since the first check.
    refuseExisting(path)
    renameSync(part, path)
    syncPath(dirname(path))
    return result
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    remove()
  }
}

function makeFolderBeside(path: string): string {
  try {
    return mkdtempSync(`${path}.part-`)
  } catch (cause) {
    const why = codeOf(cause) === 'ENOENT' ? `there is no folder ${dirname(path)}` : messageOf(cause)
    throw new StartFault([`Cannot write ${path}: ${why}.`], { cause })
  }
}

function refuseExisting(path: string): void {
  if (existsSync(path)) throw new StartFault([`${path} already exists. Nothing was changed.`])
}
