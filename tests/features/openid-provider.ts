import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import * as openid from 'openid-client'
import { insertBrowserSession } from '#auth/browser-sessions/browser-session-store.ts'
import { digestOf } from '#auth/core/opaque-token.ts'
import { consentTo } from '#tests/support/consent.ts'
import { interactionContext, plainBrowser, relyingParty } from '#tests/support/relying-party.ts'
import type { System } from '#tests/support/system.ts'
import { useOpenIdProvider } from '#tests/support/use-openid-provider.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  events: {
    'grant.revoked': {
      client_id: '01a1f4d5-61c2-7e09-b3a8-94d7f0e2c516',
      name: 'Wiki',
      by: '01a1f4d2-8c1e-7a34-b0c5-5d0f6a9e2b71',
    },
  },
  opens: { 'sessions:read': ['listApps'], 'sessions:revoke': ['endAppAccess'] },
  lookUps: ['listApps'],
  bounded: { oidc_consents: 'One row for each application that a user has allowed something.' },
  leftBehind: {
    oidc_artifacts: 'Codes and tokens of sessions: applications sign their users in again.',
    oidc_grants: 'What applications may do in a session: they sign their users in again.',
    oidc_consents: 'What users have allowed: they are asked once more.',
  },
  fill: {
    auth: () =>
      `INSERT INTO oidc_artifacts SELECT 'AccessToken', 'digest-' || n, '{}', 'grant-' || n / 5, CASE WHEN n % 9 = 0 THEN 'code-' || n END, 0, NULL, NULL, 2000000000000 + n, 'network-' || n % 5000 FROM generate_series(1, 20000) AS n;
       INSERT INTO oidc_grants SELECT 'grant-' || n, 'session-' || n, 'client-' || n % 5000, 'user-' || n / 5, 'openid', '{}', n, 2000000000000 + n FROM generate_series(1, 20000) AS n;
       INSERT INTO oidc_consents SELECT 'user-' || n, 'client-' || n % 50, 'openid', '{}', n, 1 FROM generate_series(1, 20000) AS n`,
  },
  use: logInToApplication,
}

/** Logs a user in to applications that ask for consent, refreshes the tokens, and ends the access of one. */
async function logInToApplication(system: System, { token }: { token: string }): Promise<void> {
  const listed = await system.send('GET', `${system.authUrl}/api/v1/auth/sessions`, { token })
  const { id } = listed.body.data.find(({ current }: { current: boolean }) => current)
  const pages = await interactionContext(system)
  const cookie = randomBytes(32).toString('base64url')
  const expiresAt = system.clock.now() + 60_000
  await insertBrowserSession(pages.db, { digest: digestOf(cookie), sessionId: id, expiresAt })
  const browser = plainBrowser(system)
  browser.cookies.set('__Host-latchkey', cookie)
  const [wiki, board] = [
    await relyingParty(system, { first_party: false }),
    await relyingParty(system, { first_party: false, name: 'Board' }),
  ]
  await consentTo(system, { party: board, browser, scope: 'openid' })
  const tokens = await consentTo(system, { party: wiki, browser, scope: 'openid email' })
  await openid.refreshTokenGrant(wiki.config, tokens.refresh_token ?? '')
  const apps = `${system.authUrl}/api/v1/users/me/apps`
  const page = await system.send('GET', `${apps}?limit=1`, { token })
  assert.equal(page.status, 200)
  assert.equal((await system.send('GET', `${apps}?cursor=${page.body.next_cursor}`, { token })).status, 200)
  assert.equal((await system.send('DELETE', `${apps}/${board.id}`, { token })).status, 204)
  await useOpenIdProvider(system)
}
