import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { findBrowserSession } from '#auth/browser-sessions/browser-session.ts'
import { finishConsent } from '#auth/oidc/interactions/interactions.ts'
import { consentTo } from '#tests/support/consent.ts'
import { logoutReceiver } from '#tests/support/logout-receiver.ts'
import { tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  interactionContext,
  type PlainBrowser,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import { givePassword } from '#tests/support/second-factors.ts'
import { type System, stillClock } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const thirdParty = { first_party: false }
const minute = 60_000

const post = (system: System, path: string, body: object) =>
  system.send('POST', `${system.authUrl}/api/v1/auth/${path}`, { body })

/** Signs ada up and confirms her address, because the mails with the link go to confirmed addresses only. */
async function addAda(system: System) {
  const ada = await system.signUpAndLogIn('ada')
  const token = await tokenFor(system, ada.user.email, 'verify-email')
  assert.equal((await post(system, 'email/verify', { token })).status, 200)
  return { ...ada.user, password: ada.password }
}

/** Logs in from another device, as a thief does. Returns the thief's token, and the token of the link in the mail about it. */
async function breakIn(system: System, user: { username: string; password: string; email: string }) {
  const { body } = await givePassword(system, user, { device_name: 'elsewhere' })
  return { thief: body.access_token, link: await tokenFor(system, user.email, 'take-back') }
}

/** Takes the account back with the link, and sets a new password. Returns a browser and an access token of the owner. */
async function takeBack(
  system: System,
  { link, username }: { link: string; username: string },
): Promise<{ browser: PlainBrowser; token: string }> {
  const { status, body } = await post(system, 'take-back', { token: link })
  assert.equal(status, 200)
  const password = 'four other words here'
  assert.equal((await post(system, 'password/reset', { token: body.reset_token, password })).status, 200)
  const user = { username, password }
  return {
    browser: await signedInBrowser(system, user),
    token: (await givePassword(system, user)).body.access_token,
  }
}

async function appsOf(system: System, token: string): Promise<string[]> {
  const { body } = await system.send('GET', `${system.authUrl}/api/v1/users/me/apps`, { token })
  return body.data.map(({ name }: { name: string }) => name)
}

onEachEngine((startSystem) => {
  test('I120 the link “This was not me” takes back what a thief has allowed to applications, and nothing from before', async () => {
    const settings = { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } as const
    await using system = await startSystem({ clock: stillClock(), settings })
    await using receiver = await logoutReceiver()
    const ada = await addAda(system)
    const [board, wiki] = [
      await relyingParty(system, { ...thirdParty, name: 'Board' }),
      await relyingParty(system, { ...thirdParty, name: 'Wiki', backchannel_logout_uri: receiver.url }),
    ]
    const own = await signedInBrowser(system, ada)
    await consentTo(system, { party: board, browser: own, scope: 'openid' })
    system.clock.advance(minute)

    const { link } = await breakIn(system, ada)
    system.clock.advance(minute)
    const stolen = await consentTo(system, {
      party: wiki,
      browser: await signedInBrowser(system, ada),
      scope: 'openid email offline_access',
    })
    const { browser, token } = await takeBack(system, { link, username: 'ada' })
    await assert.rejects(openid.refreshTokenGrant(wiki.config, stolen.refresh_token ?? ''), {
      error: 'invalid_grant',
    })
    assert.equal((await openid.tokenIntrospection(wiki.config, stolen.access_token)).active, false)
    assert.deepEqual(await appsOf(system, token), ['Board'])
    const again = await browser.follow((await ask(wiki, { scope: 'openid email' })).url)
    assert.ok(again.url.searchParams.get('interaction'), 'the owner is asked for the consent')
    const known = await browser.follow((await ask(board, { scope: 'openid' })).url)
    assert.ok(known.url.searchParams.get('code'), 'an earlier consent counts')
    const db = await system.database('auth')
    const told = await db.query<{ data: string }>`SELECT data FROM events WHERE type = 'grant.revoked'`
    assert.deepEqual(
      told.map(({ data }) => JSON.parse(data)),
      [{ client_id: wiki.id, name: 'Wiki', by: null }],
    )
    await until('the application of the thief was told', () => receiver.told.length > 0)
    assert.deepEqual([receiver.told[0]?.aud, receiver.told[0]?.sub], [wiki.id, ada.id])
  })

  test('an order that comes late or twice takes nothing from the owner, who has signed in again', async () => {
    await using system = await startSystem({ clock: stillClock() })
    const ada = await addAda(system)
    const wiki = await relyingParty(system, { ...thirdParty, name: 'Wiki' })
    const { link } = await breakIn(system, ada)
    const since = new Date(system.clock.now()).toISOString()
    const { browser, token } = await takeBack(system, { link, username: 'ada' })
    await consentTo(system, { party: wiki, browser, scope: 'openid' })
    const users = await system.database('users')
    const [row] = await users.query<{ session_epoch: number }>`
      SELECT session_epoch FROM users WHERE id = ${ada.id}`
    // The order of the take-back had the session epoch before the current one, which the new password began.
    const order = { user_id: ada.id, epoch: (row?.session_epoch ?? 0) - 1, reason: 'revoked' }
    const body = { ...order, taken_back: { given_since: since, made_since: since, made_by: [ada.id] } }
    const url = `${system.authUrl}/internal/sessions/end`
    const again = await system.send('POST', url, { token: system.serviceToken(), body })
    assert.equal(again.status, 200, JSON.stringify(again.body))
    assert.deepEqual(await appsOf(system, token), ['Wiki'])
  })

  test('a session that has ended gives no consent, also not to a form that it has opened before', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const wiki = await relyingParty(system, thirdParty)
    const browser = await signedInBrowser(system, { ...ada, ...ada.user })
    const pages = await interactionContext(system)
    const shown = await browser.follow((await ask(wiki)).url)
    const uid = shown.url.searchParams.get('interaction') ?? ''
    const cookie = `__Host-latchkey=${browser.cookies.get('__Host-latchkey')}`
    const session = await findBrowserSession(pages, cookie)
    assert.ok(session)
    const ended = await system.send('POST', `${system.authUrl}/api/v1/auth/sessions/revoke`, {
      token: ada.access_token,
      body: { scope: 'others' },
    })
    assert.equal(ended.body.ended, 1)
    assert.equal(await finishConsent(pages, { uid, session }), undefined)
    assert.deepEqual(await appsOf(system, ada.access_token), [])
  })

  test('clients and secrets that a robbed admin has made since end, also those of its API keys, and no earlier one', async () => {
    await using system = await startSystem({ clock: stillClock() })
    const ada = await addAda(system)
    const { access_token: admin } = await system.admin()
    const asAdmin = (method: string, path: string, body?: unknown) =>
      system.send(method, `${system.usersUrl}/api/v1${path}`, { token: admin, body })
    assert.equal((await asAdmin('PATCH', `/users/${ada.id}`, { role: 'admin' })).status, 200)
    const make = async (token: string, name: string) => {
      const body = { name, grant_types: ['client_credentials'], scopes: ['reports'] }
      const made = await system.send('POST', `${system.authUrl}/api/v1/oidc-clients`, { token, body })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body as { id: string; client_secret: string }
    }
    const own = (await givePassword(system, ada)).body.access_token
    const clients = { before: await make(own, 'before'), 'of another': await make(admin, 'of another') }
    system.clock.advance(120 * minute)

    const { thief, link } = await breakIn(system, ada)
    const key = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, {
      token: thief,
      body: { name: 'backdoor', scopes: ['clients:write'] },
    })
    assert.equal(key.status, 201, JSON.stringify(key.body))
    const made = {
      ...clients,
      'of the thief': await make(thief, 'of the thief'),
      'of the key': await make(key.body.key, 'of the key'),
    }
    const added = async (by: string) => {
      const url = `${system.authUrl}/api/v1/oidc-clients/${clients.before.id}/secrets`
      const { status, body } = await system.send('POST', url, { token: by })
      assert.equal(status, 201, JSON.stringify(body))
      return body.client_secret as string
    }
    const ofThief = await added(thief)
    await takeBack(system, { link, username: 'ada' })
    const tokenOf = async ({ id, client_secret }: { id: string; client_secret: string }) => {
      const response = await fetch(`${system.authUrl}/oidc/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${id}:${client_secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      })
      return response.status
    }
    const token = (await system.admin()).access_token
    for (const [name, client] of Object.entries(made)) {
      const isGood = name in clients
      const url = `${system.authUrl}/api/v1/oidc-clients/${client.id}`
      assert.equal((await system.send('GET', url, { token })).body.enabled, isGood, name)
      assert.equal(await tokenOf(client), isGood ? 200 : 401, name)
    }
    assert.equal(await tokenOf({ ...clients.before, client_secret: ofThief }), 401)
    await until('that the admins are told', async () => {
      const { body } = await system.send('GET', `${system.usersUrl}/api/v1/notifications?limit=200`, {
        token,
      })
      const told = body.data.filter(({ type }: { type: string }) => type === 'client.updated')
      return told.length === 2
    })
  })
})
