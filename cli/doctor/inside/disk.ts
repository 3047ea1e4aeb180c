import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sqlitePath } from '#runtime/database/open-database.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { fileSize } from '../../transfer/file-size.ts'
import { type Check, type Finding, fail, orElse, skipped, warn } from '../check.ts'

/** The network file systems, by their number in statfs(2). Locks often do not work on them (docs/guide/databases.md). */
const networkFileSystems = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9P'],
])
const inMemory = 0x01021994

const slowSyncMs = 50
const syncs = 5

/** Checks the free space of the data folder, and measures how long a write takes to reach the disk, as for each commit. */
export const diskCheck: Check = {
  name: 'disk',
  async run({ services, urls, settings: { data } }) {
    if (!services.some((service) => sqlitePath(urls[service]) !== undefined))
      return [skipped('the databases are elsewhere')]
    if (!existsSync(data)) return [skipped(`${data} is not there yet`)]
    const { type, bavail, blocks, bsize } = statfsSync(data)
    const free = bavail * bsize
    const share = blocks === 0 ? 1 : bavail / blocks
    let syncMs: number
    try {
      syncMs = await timeSync(data)
    } catch (error) {
      return [
        fail(
          `${data} cannot be written: ${messageOf(error)}`,
          'free up space, or make the user of the service the owner of the folder',
        ),
      ]
    }
    const wrong = [...spaceOf({ data, free, share }), ...kindOf(data, type), ...speedOf(syncMs)]
    return orElse(wrong, `${fileSize(free)} free, a write takes ${syncMs.toFixed(1)} ms`)
  },
}

function spaceOf({ data, free, share }: { data: string; free: number; share: number }): Finding[] {
  const text = `${fileSize(free)} free (${Math.floor(share * 100)} %) where ${data} is`
  if (free < 100 * 2 ** 20)
    return [
      fail(
        `${text}: writes fail soon`,
        'free up space, or move the data folder (LATCHKEY_DATA) to a larger disk',
      ),
    ]
  if (free < 2 ** 30 || share < 0.05)
    return [warn(text, 'free up space: when the disk is full, every write fails with 503')]
  return []
}

function kindOf(data: string, type: number): Finding[] {
  const network = networkFileSystems.get(type)
  if (network !== undefined)
    return [
      warn(
        `${data} is on ${network}, where the locks of SQLite may not work`,
        'move the data folder (LATCHKEY_DATA) to a local disk',
      ),
    ]
  if (type === inMemory)
    return [
      warn(
        `${data} is in memory (tmpfs): a restart deletes everything`,
        'move the data folder (LATCHKEY_DATA) to a disk',
      ),
    ]
  return []
}

const speedOf = (syncMs: number): Finding[] =>
  syncMs <= slowSyncMs
    ? []
    : [
        warn(
          `a write needs ${syncMs.toFixed(0)} ms to reach the disk, and every sign-in waits for one`,
          'use a faster disk for LATCHKEY_DATA, or check what else writes to this one',
        ),
      ]

/** Returns the median time of a small write and its sync, in milliseconds. The file for it is removed, even after an error. */
async function timeSync(folder: string): Promise<number> {
  const path = join(folder, `doctor-${randomUUID()}`)
  const file = await open(path, 'wx', 0o600)
  try {
    const times: number[] = []
    for (let at = 0; at < syncs; at++) {
      const startedAt = performance.now()
      await file.write(Buffer.alloc(4_096, at))
      await file.sync()
      times.push(performance.now() - startedAt)
    }
    return times.sort((one, other) => one - other)[Math.floor(syncs / 2)] ?? 0
  } finally {
    await file.close()
    rmSync(path, { force: true })
  }
}
