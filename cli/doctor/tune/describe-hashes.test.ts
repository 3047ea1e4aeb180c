import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAllSettings } from '../../settings/all-settings.ts'
import { describeHashes } from './describe-hashes.ts'
import { measureHashes } from './measure-hashes.ts'

test('the hashes of this machine are measured at the cost in use, and told with the settings that follow', async () => {
  const measured = await measureHashes({ spanMs: 1 })
  assert.deepEqual(
    measured.costs.map(({ memory_mib, passes, in_use }) => [memory_mib, passes, in_use]),
    [
      [19, 2, true],
      [46, 1, false],
      [12, 3, false],
    ],
  )
  for (const one of measured.costs) assert.ok(one.per_second_one_core > 0 && one.alone_ms > 0)
  const { values } = readAllSettings({ flags: {}, environment: { LATCHKEY_PASSWORD_WAIT: '2s' } })
  const text = describeHashes(measured, values)
  assert.match(text, /LATCHKEY_PASSWORD_WAIT +is 2 s/)
  assert.ok(
    text.split('\n').every((line) => line.length <= 80),
    text,
  )
})
