import assert from 'node:assert/strict'
import type { System } from '#tests/support/system.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  opens: { 'users:write': ['importUsers'] },
  bodies: { importUsers: { users: [{ email: 'nobody' }] } },
  examples: ['importUsers'],
  use: useImport,
}

/** Imports a user, first as a dry run, which stores nothing. */
async function useImport(system: System, { token }: { token: string }): Promise<void> {
  for (const dry_run of [true, false]) {
    const body = { users: [{ email: 'imported@example.com', name: 'Imported' }], invite: true, dry_run }
    const reply = await system.send('POST', `${system.usersUrl}/api/v1/users/import`, { token, body })
    assert.equal(reply.body.results[0].outcome, 'made', JSON.stringify(reply.body))
  }
}
