import assert from 'node:assert/strict'
import type { System } from '#tests/support/system.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  events: {
    'branding.updated': { changed: ['name', 'color'], by: '01a1f4d2-0b52-7c19-9d3e-71c4a8f05e02' },
  },
  opens: { 'system:read': ['getBranding'], 'system:write': ['updateBranding'] },
  examples: ['updateBranding', 'getBranding'],
  bounded: { instance_settings: 'One row for each group of settings, written by a migration.' },
  stored: { instance_settings: [{ by: ['admin'], row: 'branding of the installation' }] },
  drivenBy: {
    'all admins and API keys | branding of the installation': [
      [
        'tests/journeys/system/branding.test.ts',
        'values that could deceive users are refused, with the field that is wrong',
      ],
    ],
  },
  use: brand,
}

/** Reads and changes the branding. */
async function brand(system: System, { token }: { token: string }): Promise<void> {
  const url = `${system.usersUrl}/api/v1/branding`
  const changed = await system.send('PATCH', url, { token, body: { name: 'Acme' } })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.equal((await system.send('GET', url, { token })).status, 200)
}
