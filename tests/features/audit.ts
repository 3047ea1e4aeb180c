import assert from 'node:assert/strict'
import { callers } from '#tests/support/callers.ts'
import type { System } from '#tests/support/system.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  opens: { 'events:read': ['listActs'] },
  leftBehind: {
    acts: 'What was done in this installation. It is kept as a file by the export of the audit.',
    forgotten_in_acts: 'Deleted users whose data is still removed from the audit here.',
  },
  fill: {
    users: (id) =>
      `INSERT INTO acts SELECT ${id}, 'user.suspended', 'actor-' || n % 50, 'subject-' || n % 5000, '{}', 2000000000000 + n FROM generate_series(1, 20000) AS n;
       INSERT INTO forgotten_in_acts SELECT 'gone-' || n, 2000000000000 + n FROM generate_series(1, 10000) AS n`,
  },
  stored: {
    acts: [{ by: ['admin'], row: 'events and pending deliveries' }],
    forgotten_in_acts: [
      { by: ['admin'], row: 'users, applications, API keys and idempotency keys' },
      { by: callers, row: 'sign-ups' },
    ],
  },
  use: useAudit,
}

/** Lists the audit records with each filter. */
async function useAudit(system: System, { userId, token }: { userId: string; token: string }): Promise<void> {
  for (const query of [
    '?limit=1',
    `?by=${userId}&since=2026-01-01T00:00:00Z`,
    `?user_id=${userId}`,
    '?type=user.suspended&until=2030-01-01T00:00:00Z',
    `?by=${userId}&user_id=${userId}&type=user.created`,
  ]) {
    const reply = await system.send('GET', `${system.usersUrl}/api/v1/audit${query}`, { token })
    assert.equal(reply.status, 200, query)
  }
}
