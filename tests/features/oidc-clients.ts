import assert from 'node:assert/strict'
import type { System } from '#tests/support/system.ts'
import type { Feature } from './feature.ts'

const admin = '01a1f4d2-0b52-7c19-9d3e-71c4a8f05e02'
const client = '01a1f4d5-61c2-7e09-b3a8-94d7f0e2c516'

export const feature: Feature = {
  events: {
    'client.created': {
      client_id: client,
      name: 'Wiki',
      redirect_uris: ['https://wiki.example.com/signed-in'],
      by: admin,
    },
    'client.updated': {
      client_id: client,
      name: 'Wiki',
      redirect_uris: ['https://wiki.example.com/signed-in'],
      changed: ['first_party'],
      by: admin,
    },
    'client.deleted': { client_id: client, name: 'Wiki', by: admin },
    'client.secret_created': {
      client_id: client,
      name: 'Wiki',
      secret_id: '01a1f4d6-2b90-7d41-8f7a-c3e5a1940b62',
      by: admin,
    },
    'client.secret_revoked': {
      client_id: client,
      name: 'Wiki',
      secret_id: '01a1f4d6-2b90-7d41-8f7a-c3e5a1940b62',
      by: null,
    },
  },
  opens: {
    'clients:write': [
      'createOidcClient',
      'listOidcClients',
      'getOidcClient',
      'updateOidcClient',
      'deleteOidcClient',
      'createOidcClientSecret',
      'revokeOidcClientSecret',
      'previewClaims',
    ],
  },
  examples: [
    'createOidcClient',
    'listOidcClients',
    'getOidcClient',
    'updateOidcClient',
    'createOidcClientSecret',
    'revokeOidcClientSecret',
    'deleteOidcClient',
  ],
  bounded: { oidc_clients: 'One row for each application that an admin has registered.' },
  fill: {
    auth: (id) =>
      `INSERT INTO oidc_clients (id, name, metadata, secrets, created_by, created_at, updated_at, disabled_at, version) SELECT ${id}, 'Wiki', '{}', '[]', NULL, n, n, NULL, 1 FROM generate_series(1, 10000) AS n;
     INSERT INTO used_assertions SELECT 'digest-' || n, 2000000000000 + n FROM generate_series(1, 10000) AS n`,
  },
  use: keepClients,
}

/** Makes, changes and deletes OpenID clients. */
async function keepClients(
  system: System,
  { userId, token }: { userId: string; token: string },
): Promise<void> {
  const url = `${system.authUrl}/api/v1/oidc-clients`
  const body = { name: 'Wiki', redirect_uris: ['https://wiki.example.com/signed-in'] }
  const headers = { 'idempotency-key': 'one' }
  const { id, secrets } = (await system.send('POST', url, { token, body, headers })).body
  assert.equal((await system.send('POST', url, { token, body, headers })).status, 409)
  assert.equal((await system.send('POST', url, { token, body })).status, 201)
  for (const [method, path, sent, status] of [
    ['GET', '?limit=1', undefined, 200],
    ['GET', `/${id}`, undefined, 200],
    ['GET', `/${id}/claims?user_id=${userId}`, undefined, 200],
    ['PATCH', `/${id}`, { enabled: false }, 200],
    ['POST', `/${id}/secrets`, undefined, 201],
    ['DELETE', `/${id}/secrets/${secrets[0].id}`, undefined, 204],
    ['DELETE', `/${id}`, undefined, 204],
  ] as const) {
    const reply = await system.send(method, `${url}${path}`, { token, body: sent })
    assert.equal(reply.status, status, `${method} ${path}: ${JSON.stringify(reply.body)}`)
  }
}
