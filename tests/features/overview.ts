import assert from 'node:assert/strict'
import type { System } from '#tests/support/system.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  opens: { 'events:read': ['listLoginHours', 'listBacklog'] },
  use: useOverview,
}

/** Reads the figures that the overview page of the console shows. */
async function useOverview(system: System, { token }: { token: string }): Promise<void> {
  for (const url of [
    `${system.authUrl}/api/v1/logins/by-hour?hours=2`,
    `${system.usersUrl}/api/v1/events/backlog`,
  ])
    assert.equal((await system.send('GET', url, { token })).status, 200, url)
}
