import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Syncs a file, or the names in a folder, to the disk: before that a power cut could undo them. */
export function syncPath(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
