import assert from 'node:assert/strict'
import type { System } from '#tests/support/system.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  opens: {
    'system:read': [
      'listSigningKeys',
      'getAuthServiceState',
      'getUserServiceState',
      'listSettings',
      'listIdentityProviders',
      'listIdentityCounts',
    ],
    'system:write': ['rotateSigningKey'],
  },
  bodies: { rotateSigningKey: { purpose: 'access' } },
  examples: [
    'listSigningKeys',
    'rotateSigningKey',
    'getAuthServiceState',
    'getUserServiceState',
    'listSettings',
    'listIdentityProviders',
  ],
  bounded: { default_urls: 'One row, written when the database is created.' },
  leftBehind: {
    default_urls:
      'The addresses of this installation, which another one has settings or a row of its own for.',
  },
  use: useSystem,
}

/** Reads the state and the settings of both services, and rotates a signing key. */
async function useSystem(system: System, { token }: { token: string }): Promise<void> {
  const api = `${system.authUrl}/api/v1`
  for (const url of [
    `${api}/signing-keys`,
    `${api}/system/authentication-service`,
    `${api}/system/settings`,
    `${api}/system/identity-providers`,
    `${system.usersUrl}/api/v1/system/identities`,
    `${system.usersUrl}/api/v1/system/user-service`,
  ])
    assert.equal((await system.send('GET', url, { token })).status, 200, url)
  const body = { purpose: 'access' }
  const { status } = await system.send('POST', `${api}/signing-keys/rotate`, { token, body })
  assert.equal(status, 200)
}
