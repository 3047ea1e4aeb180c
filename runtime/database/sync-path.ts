import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Puts a file, or the names in a folder, on the disk: until then a power cut could take them back. */
export function syncPath(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
