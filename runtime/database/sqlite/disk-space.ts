import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Metric } from '../../metrics/metrics.ts'

/** Returns the metric of the free space on the disk of a database file. Writes fail once there is none. */
export const diskSpaceMetric = (path: string): Metric => ({
  name: 'latchkey_database_disk_free_bytes',
  help: 'On SQLite: free disk space for the databases, as available to the user of the service.',
  isOfDatabase: true,
  async read() {
    const { bavail, bsize } = await statfs(dirname(path))
    return new Map([['', bavail * bsize]])
  },
})
