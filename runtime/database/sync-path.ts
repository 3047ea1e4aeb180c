import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Syncs a file to the disk, or the names in a folder. Until then a power cut can undo changes of them. */
export function syncPath(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
