import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { System } from '#tests/support/system.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  opens: { 'users:write': ['changeUsers'] },
  bodies: { changeUsers: { action: 'suspend', ids: [randomUUID()] } },
  use: useBulk,
}

/** Performs each bulk action on one other user. */
async function useBulk(system: System, { token }: { token: string }): Promise<void> {
  const { id } = await system.signUp('ivan')
  for (const action of [
    'suspend',
    'restore',
    'end_sessions',
    'send_password_reset',
    'confirm_email',
    'make_admin',
    'make_user',
    'delete',
  ]) {
    const reply = await system.send('POST', `${system.usersUrl}/api/v1/users/bulk`, {
      token,
      body: { action, ids: [id] },
      headers: { 'idempotency-key': action },
    })
    assert.deepEqual(reply.body, { results: [{ id, failure: null }] }, action)
  }
}
