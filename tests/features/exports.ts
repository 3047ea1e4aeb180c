import assert from 'node:assert/strict'
import type { System } from '#tests/support/system.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  examples: ['exportUsers', 'exportActs', 'exportEvents'],
  opens: { 'users:read': ['exportUsers'], 'events:read': ['exportActs', 'exportEvents'] },
  use: useExports,
}

/** Exports each list in each format. */
async function useExports(system: System, { token }: { token: string }): Promise<void> {
  for (const list of ['users', 'audit', 'events'])
    for (const format of ['csv', 'jsonl']) {
      const url = `${system.usersUrl}/api/v1/${list}/export?format=${format}`
      const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      assert.equal(reply.status, 200, url)
      assert.ok((await reply.text()).length > 0, url)
    }
}
