import assert from 'node:assert/strict'
import { authEndpoints } from '#contract/auth.ts'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { findExample } from '#contract/examples/examples.ts'
import { fillPath } from '#contract/rules/fill-path.ts'
import { userEndpoints } from '#contract/users.ts'
import { features } from '#tests/features/feature.ts'
import { readEvents } from './support/event-reader.ts'
import { application, useProvider } from './support/federated.ts'
import { type IdentityProvider, providerSettings } from './support/identity-provider.ts'
import { tokenFor } from './support/mail.ts'
import { passkeySettings } from './support/passkey-user.ts'
import { recordCalls } from './support/recorded-calls.ts'
import { type SignedIn, type System, send } from './support/system.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { useFactors } from './support/use-factors.ts'
import { usePasskeys } from './support/use-passkeys.ts'

/** The settings that `useEverything` needs: its webhooks lead to this machine, which the default forbids. */
export const tourSettings = (provider: IdentityProvider) => ({
  LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow',
  LATCHKEY_RETURN_ORIGINS: application,
  ...passkeySettings,
  ...providerSettings(temporaryFolder(), [{ name: 'example', issuer: provider.url, trusts_email: true }]),
})

/**
 * Calls every endpoint, except the deletion, as one user or about this user, and returns the user. The `use` of a feature
 * (`tests/features/`) calls those that need more than their example. Two tests call this function: one requires that no
 * statement scans a table, the other that nothing of the user stays after the deletion.
 */
export async function useEverything(system: System, provider: IdentityProvider): Promise<SignedIn> {
  const { usersUrl, authUrl, send } = system
  using calls = recordCalls()
  const canary = await system.signUpAndLogIn('canary')
  const token = canary.access_token
  await send('POST', `${authUrl}/auth/login`, { body: { username: canary.user.email, password: 'wrong' } })
  await send('GET', `${authUrl}/auth/validate`, { token })
  await send('POST', `${authUrl}/auth/refresh`, { body: { refresh_token: canary.refresh_token } })
  await send('GET', `${usersUrl}/users/email/canary@example.com`, { token })
  await send('GET', `${usersUrl}/users/username/canary`, { token })
  await send('GET', `${usersUrl}/api/v1/users/me`, { token })
  await useLinks(system, canary)
  await usePages(system, canary)
  await makeAdmin(system, canary)
  const headers = { 'idempotency-key': 'one' }
  const body = { email: 'bob@example.com', name: 'Bob', password: 'a long password' }
  for (let time = 1; time <= 2; time++) {
    const made = await send('POST', `${usersUrl}/api/v1/users`, { token, body, headers })
    assert.equal(made.status, 201)
  }
  for (const query of [
    '?limit=1',
    '?q=canary&total=true',
    '?search=anar',
    '?role=admin&status=active&total=true',
    '?status=suspended&total=true',
    '?limit=1&sort=-created_at&has_logged_in=true&total=true',
    '?limit=1&sort=username',
    '?limit=1&sort=-username&role=admin',
    '?search=anar&sort=username',
    '?has_second_factor=true&total=true',
    '?email_verified=false&total=true',
  ]) {
    const page = await send('GET', `${usersUrl}/api/v1/users${query}`, { token })
    assert.equal(page.status, 200)
    const cursor = page.body.next_cursor
    if (!cursor) continue
    const next = await send('GET', `${usersUrl}/api/v1/users${query}&cursor=${cursor}`, { token })
    assert.equal(next.status, 200)
    const back = `${usersUrl}/api/v1/users${query}&cursor=${next.body.previous_cursor}`
    assert.equal((await send('GET', back, { token })).status, 200)
  }
  const keys = `${usersUrl}/api/v1/api-keys`
  const made = await send('POST', keys, {
    token,
    body: { name: 'ci', scopes: ['keys:write'] },
    headers,
  })
  assert.equal((await send('GET', `${keys}?limit=1`, { token: made.body.key })).status, 200)
  for (let time = 1; time <= 2; time++) {
    assert.equal((await send('DELETE', `${keys}/${made.body.id}`, { token })).status, 204)
  }
  await putAThiefOut(system)
  await lookAtEvents(system, canary)
  await administer(system, token)
  const sessions = `${authUrl}/api/v1/auth/sessions`
  const listed = await send('GET', `${sessions}?limit=1`, { token })
  assert.equal(listed.body.data.length, 1)
  for (let time = 1; time <= 2; time++) {
    const { session_id } = await system.logIn('canary', canary.password)
    await loginFromElsewhere(system, canary)
    if (time === 1) assert.equal((await send('DELETE', `${sessions}/${session_id}`, { token })).status, 204)
  }
  const ended = await send('POST', `${sessions}/revoke`, { token, body: { scope: 'others' } })
  assert.deepEqual(ended.body, { ended: 1 })
  await send('POST', `${authUrl}/auth/logout`, { token })
  await send('POST', `${authUrl}/api/v1/auth/revoke`, { body: { token: canary.refresh_token } })
  const { access_token: fresh } = await system.logIn('canary', canary.password)
  for (const { use } of features) await use?.(system, { userId: canary.user.id, token: fresh })
  await useProvider(system, provider, { ...canary, access_token: fresh })
  const app = await useFactors(system, canary)
  const last = await usePasskeys(system, { ...canary, app })
  await watchToFirstHeartbeat(system)
  await callTheOthers(system, { userId: canary.user.id, token: last, called: calls.called })
  // This failed login leaves a row, because no successful login after it removes the row.
  await send('POST', `${authUrl}/auth/login`, { body: { username: 'canary', password: 'wrong' } })
  return canary
}

/**
 * Calls each endpoint that nothing before has called, with its example, as this user or about this user. Those with another
 * parameter, those that delete, and those for callers without a session need more than that, and streams never end.
 */
async function callTheOthers(
  system: System,
  { userId, token, called }: { userId: string; token: string; called: ReadonlySet<string> },
): Promise<void> {
  for (const [base, endpoints] of [
    [system.usersUrl, userEndpoints],
    [system.authUrl, authEndpoints],
  ] as const)
    for (const endpoint of endpoints as readonly Endpoint[]) {
      if (called.has(endpoint.name) || !needsOnlyItsExample(endpoint)) continue
      const { query = {}, body } = findExample(endpoint) ?? {}
      const url = new URL(fillPath(endpoint.paths.at(-1) ?? '', { id: userId }), base)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, `${value}`)
      const { status } = await system.send(endpoint.method, url.href, { token, body })
      const advice = `${endpoint.name} answers ${status} to its example. Call it in \`use\` of its feature in tests/features/.`
      assert.ok(status < 300, advice)
    }
}

function needsOnlyItsExample({ access, method, paths, params, stream }: Endpoint): boolean {
  const names = Object.keys(params?.properties ?? {})
  const isAboutUser = names.join() === 'id' && paths.at(-1)?.startsWith('/api/v1/users/{id}') === true
  const isForSessions = !['anyone', 'token', 'service'].includes(access)
  return isForSessions && method !== 'DELETE' && !stream && (names.length === 0 || isAboutUser)
}

/** Signs in, opens pages and signs out on the account pages, where no endpoint is called. */
async function usePages(system: System, { user, password }: SignedIn): Promise<void> {
  const account = `${system.authUrl}/account`
  const own = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const body = new URLSearchParams({ username: user.username, password }).toString()
  const signedIn = await system.send('POST', `${account}/sign-in`, { body, headers: own })
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';')
  assert.equal((await system.send('GET', account, { headers: { cookie } })).status, 200)
  const headers = { ...own, cookie }
  assert.equal((await system.send('POST', `${account}/sign-out`, { body: '', headers })).status, 303)
}

/** Makes the user an admin, who may use every endpoint that needs a scope. */
async function makeAdmin(system: System, { user }: SignedIn): Promise<void> {
  const { access_token: token } = await system.admin()
  const url = `${system.usersUrl}/api/v1/users/${user.id}`
  assert.equal((await system.send('PATCH', url, { token, body: { role: 'admin' } })).status, 200)
}

/**
 * Does what only admins may do to other users, with the token of another admin. The authentication service
 * takes the role from the token, and the token of this user is older than the role.
 */
async function administer(system: System, known: string): Promise<void> {
  const { usersUrl, authUrl } = system
  const { access_token: token } = await system.admin()
  const users = `${usersUrl}/api/v1/users`
  const body = { email: 'carol@example.com', name: 'Carol' }
  const { id: carol } = (await system.send('POST', users, { token, body })).body
  const { user: dan, session_id } = await system.signUpAndLogIn('dan')
  const sessionsOfDan = `${authUrl}/api/v1/users/${dan.id}/sessions`
  for (const [method, url, sent, status] of [
    ['POST', `${authUrl}/api/v1/auth/introspect`, { token: known }, 200],
    ['POST', `${users}/${carol}/invitation`, undefined, 202],
    ['DELETE', `${usersUrl}/users/${carol}`, undefined, 200],
    ['GET', `${authUrl}/api/v1/users/${dan.id}/lock`, undefined, 200],
    ['POST', `${authUrl}/api/v1/users/${dan.id}/unlock`, undefined, 200],
    ['GET', `${users}/${dan.id}/login-state`, undefined, 200],
    ['POST', `${users}/${dan.id}/password-reset`, undefined, 202],
    ['POST', `${users}/${dan.id}/verify-email`, { email: dan.email }, 200],
    ['GET', sessionsOfDan, undefined, 200],
    ['DELETE', `${sessionsOfDan}/${session_id}`, undefined, 204],
    ['POST', `${sessionsOfDan}/revoke`, { scope: 'all' }, 200],
    ['POST', `${users}/${dan.id}/temporary-password`, undefined, 200],
    ['POST', `${authUrl}/api/v1/auth/verify`, undefined, 200],
    ['GET', `${authUrl}/.well-known/jwks.json`, undefined, 200],
    ['GET', `${authUrl}/.well-known/oauth-authorization-server`, undefined, 200],
  ] as const) {
    const reply = await system.send(method, url, { token, body: sent })
    assert.equal(reply.status, status, `${method} ${url}`)
  }
}

async function loginFromElsewhere(system: System, { user, password }: SignedIn): Promise<void> {
  const { authUrl, usersUrl, send } = system
  const body = { username: user.username, password, device_name: 'Canary phone' }
  const { access_token: token } = (await send('POST', `${authUrl}/auth/login`, { body })).body
  const told = async () => (await send('GET', `${usersUrl}/api/v1/notifications`, { token })).body.data.length
  await until('that its owner knows', async () => (await told()) >= 2)
  await send('POST', `${authUrl}/auth/logout`, { token })
}

async function lookAtEvents(system: System, { user, access_token: token }: SignedIn): Promise<void> {
  const { id } = user
  const url = `${system.usersUrl}/api/v1/events`
  for (const query of [
    '',
    '?type=user.created,user.updated',
    `?user_id=${id}`,
    `?user_id=${id}&type=user.created`,
  ])
    assert.equal((await send('GET', `${url}${query}`, { token })).status, 200)
  assert.equal((await send('GET', `${url}/dead-letters?limit=1`, { token })).status, 200)
  for (const body of [{}, { sink: 'auth' }])
    assert.equal((await send('POST', `${url}/dead-letters/replay`, { token, body })).status, 200)
  assert.equal((await send('POST', `${url}/dead-letters/${id}/replay`, { token })).status, 404)
  await using reader = await readEvents(`${url}/stream?after=0`, { authorization: `Bearer ${token}` })
  await until('one on a stream', () => reader.events.some(({ event }) => event === 'event'))
}

/** Uses the links in mails for every purpose, except for those that would end the session. */
async function useLinks(system: System, { user, access_token: token }: SignedIn): Promise<void> {
  const auth = `${system.authUrl}/api/v1/auth`
  const { email } = user
  const verify = await tokenFor(system, email, 'verify-email')
  await send('GET', `${system.authUrl}/account/verify-email?token=${verify}`)
  for (const [path, body] of [
    ['email/verify', { token: verify }],
    ['email/verification', { email }],
    ['password/forgot', { email }],
    ['password/reset', { token: 'x', password: 'a long password' }],
    ['take-back', { token: 'x' }],
  ] as const)
    await send('POST', `${auth}/${path}`, { body })
  await tokenFor(system, email, 'reset-password')
  await send('PATCH', `${system.usersUrl}/api/v1/users/me`, {
    token,
    body: { email: 'canary-new@example.com' },
  })
  await tokenFor(system, 'canary-new@example.com', 'confirm-email')
}

/**
 * Changes a password, and recovers the account with the link “This was not me” in the mail. This ends the
 * sessions of the user, so that a separate user is needed.
 */
async function putAThiefOut(system: System): Promise<void> {
  const { user, password, access_token: token } = await system.signUpAndLogIn('grace')
  const auth = `${system.authUrl}/api/v1/auth`
  const verify = await tokenFor(system, user.email, 'verify-email')
  const body = { current_password: password, new_password: 'another long password' }
  for (const [path, sent] of [
    ['email/verify', { body: { token: verify } }],
    ['password/change', { token, body }],
  ] as const)
    assert.equal((await send('POST', `${auth}/${path}`, sent)).status, 200)
  const takeBack = await tokenFor(system, user.email, 'take-back')
  const { body: back } = await send('POST', `${auth}/take-back`, { body: { token: takeBack } })
  const reset = { token: back.reset_token, password: 'a third long password' }
  assert.equal((await send('POST', `${auth}/password/reset`, { body: reset })).status, 200)
}

async function watchToFirstHeartbeat(system: System): Promise<void> {
  const headers = { authorization: `Bearer ${system.serviceToken()}` }
  await using reader = await readEvents(`${system.authUrl}/api/v1/auth/revocations`, headers)
  await until('a heartbeat', () => reader.events.some(({ event }) => event === 'heartbeat'))
  assert.equal(reader.events[0]?.event, 'session.ended')
}
