import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import * as openid from 'openid-client'
import { digestOf } from '#auth/core/opaque-token.ts'
import { finishConsent } from '#auth/oidc/interactions/finish-consent.ts'
import { insertBrowserSession } from '#auth/pages/core/browser-session-store.ts'
import { findSession } from '#auth/sessions/session-store.ts'
import {
  ask,
  exchange,
  interactionContext,
  plainBrowser,
  relyingParty,
} from '#tests/support/relying-party.ts'
import type { System } from '#tests/support/system.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  bounded: { oidc_consents: 'One row for each application that a user has allowed something.' },
  fill: {
    auth: () =>
      `INSERT INTO oidc_artifacts SELECT 'AccessToken', 'digest-' || n, '{}', 'grant-' || n / 5, CASE WHEN n % 9 = 0 THEN 'code-' || n END, 0, NULL, NULL, 2000000000000 + n FROM generate_series(1, 20000) AS n;
       INSERT INTO oidc_grants SELECT 'grant-' || n, 'session-' || n, 'client-' || n % 50, 'user-' || n / 5, 'openid', '{}', n, 2000000000000 + n FROM generate_series(1, 20000) AS n;
       INSERT INTO oidc_consents SELECT 'user-' || n, 'client-' || n % 50, 'openid', '{}', n FROM generate_series(1, 20000) AS n`,
  },
  use: logInToApplication,
}

/** Logs a user in to an application that asks for consent, and refreshes the tokens. */
async function logInToApplication(system: System, { token }: { token: string }): Promise<void> {
  const listed = await system.send('GET', `${system.authUrl}/api/v1/auth/sessions`, { token })
  const { id } = listed.body.data.find(({ current }: { current: boolean }) => current)
  const pages = await interactionContext(system)
  const cookie = randomBytes(32).toString('base64url')
  const expiresAt = system.clock.now() + 60_000
  await insertBrowserSession(pages.db, { digest: digestOf(cookie), sessionId: id, expiresAt })
  const browser = plainBrowser(system)
  browser.cookies.set('__Host-latchkey', cookie)
  const wiki = await relyingParty(system, { first_party: false })
  const asked = await ask(wiki, { scope: 'openid email' })
  const uid = (await browser.follow(asked.url)).url.searchParams.get('interaction') ?? ''
  const session = await findSession(pages.db, id)
  assert.ok(session)
  const { url } = await browser.follow((await finishConsent(pages, { uid, session })) ?? '')
  const tokens = await exchange(wiki, url, asked)
  await openid.refreshTokenGrant(wiki.config, tokens.refresh_token ?? '')
}
