import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { noteBackup } from '../transfer/last-backup.ts'
import { deploymentMetrics } from './deployment-metrics.ts'

test('the metrics tell when the last backup was written and when the certificate expires, once there is one', async (t) => {
  const data = temporaryFolder()
  t.after(() => rmSync(data, { recursive: true }))
  const read = async (certificates?: { expiresAt(): number }) => {
    const metrics = deploymentMetrics({ data }, certificates)
    const values = await Promise.all(
      metrics.map(async ({ name, read }) => [name, [...(await read()).values()]]),
    )
    return Object.fromEntries(values)
  }
  const [backup, certificate] = [
    'latchkey_last_backup_timestamp_seconds',
    'latchkey_certificate_expiry_timestamp_seconds',
  ]
  const before = await read()
  assert.deepEqual([before[backup], before[certificate]], [[], []])
  noteBackup(data, 1_700_000_000_900)
  const after = await read({ expiresAt: () => 1_800_000_000_500 })
  assert.deepEqual(after[certificate], [1_800_000_000])
  assert.deepEqual(after[backup], [1_700_000_000])
})
