import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { System } from '#tests/support/system.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  opens: { 'sessions:read': ['listAllSessions'], 'sessions:revoke': ['endAnySession'] },
  examples: ['listAllSessions'],
  use: useAllSessions,
}

/** Lists the sessions of everybody with each filter, and ends one of another user. */
async function useAllSessions(
  system: System,
  { userId, token }: { userId: string; token: string },
): Promise<void> {
  const url = `${system.authUrl}/api/v1/sessions`
  const { session_id } = await system.signUpAndLogIn('heidi')
  const client = `client_id=${randomUUID()}`
  const ofClient = [`?${client}`, `?${client}&address=127.`, `?${client}&user_id=${userId}`]
  for (const query of [
    '',
    `?user_id=${userId}`,
    '?address=127.',
    `?user_id=${userId}&address=127.0.0.1`,
    ...ofClient,
  ])
    assert.equal((await system.send('GET', `${url}${query}`, { token })).status, 200, query)
  assert.equal((await system.send('DELETE', `${url}/${session_id}`, { token })).status, 204)
}
