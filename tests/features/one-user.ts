import assert from 'node:assert/strict'
import type { System } from '#tests/support/system.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  events: { 'user.password_reset_shown': { by: '01a1f4d2-0b52-7c19-9d3e-71c4a8f05e02' } },
  opens: {
    'users:read': ['listUserLinks', 'listUserMails', 'listUserNotifications'],
    'users:write': ['makeResetLink'],
    'events:read': ['listUserHistory'],
  },
  use: useOneUser,
}

/** Reads everything that the API shows about one user, and creates a password reset link for another user. */
async function useOneUser(system: System, { userId, token }: { userId: string; token: string }) {
  const { id } = await system.signUp('judy')
  const users = `${system.usersUrl}/api/v1/users`
  for (const [method, path] of [
    ['POST', `${id}/password-reset/link`],
    ['GET', `${id}/links`],
    ['GET', `${id}/mails`],
    ['GET', `${userId}/notifications?limit=1`],
    ['GET', `${userId}/history?limit=1`],
  ])
    assert.equal((await system.send(`${method}`, `${users}/${path}`, { token })).status, 200, path)
  const keys = `${system.usersUrl}/api/v1/api-keys?created_by=${userId}`
  assert.equal((await system.send('GET', keys, { token })).status, 200)
}
