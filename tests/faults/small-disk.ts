import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { RequirementMissing } from './campaign.ts'

export type DiskKind = 'tmpfs' | 'ext4'

export interface SmallDisk extends Disposable {
  path: string
  /** Fills the file system until only `leaveBytes` are free. */
  fill(leaveBytes: number): void
  /** Deletes the file with which `fill` filled the file system. */
  free(): void
}

/** Mounts a small file system, which can be full while the disk of the machine is not. */
export function mountSmallDisk(kind: DiskKind, bytes: number): SmallDisk {
  const folder = realpathSync(temporaryFolderOnDisk())
  const path = join(folder, 'disk')
  const ballast = join(path, 'ballast')
  mkdirSync(path)
  if (kind === 'tmpfs') run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path])
  else {
    const image = join(folder, 'image')
    writeFileSync(image, '')
    truncateSync(image, bytes)
    run('mkfs.ext4', ['-q', '-F', '-m', '0', image])
    run('mount', ['-o', 'loop', image, path])
  }
  const unmount = () => void spawnSync('umount', ['--lazy', path])
  process.once('exit', unmount)

  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  }
  return {
    path,
    fill(leaveBytes) {
      for (const step of [1024 * 1024, 4096, 1]) {
        while (freeBytes() - step >= leaveBytes && append(ballast, step));
      }
    },
    free: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]() {
      unmount()
      process.off('exit', unmount)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Appends to the file. Returns false when the file system is full. */
function append(path: string, bytes: number): boolean {
  try {
    appendFileSync(path, Buffer.alloc(bytes))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}

function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status === 0) return
  throw new RequirementMissing(
    `it needs a small file system of its own, which only root can make; ${command} says: ${error?.message ?? stderr.split('\n')[0]}`,
  )
}
