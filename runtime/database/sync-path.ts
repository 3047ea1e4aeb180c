import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Syncs a file, or the names in a folder, to the disk. Without the sync, a power cut could undo changes of them. */
export function syncPath(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
