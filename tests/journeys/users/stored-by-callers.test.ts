import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { providerPaths } from '#auth/oidc/core/provider-paths.ts'
import { linkPaths, ownPaths } from '#auth/pages/core/page-paths.ts'
import { authEndpoints } from '#contract/auth.ts'
import { type Endpoint, isForClients, scopes } from '#contract/declaration/endpoint.ts'
import { findExample } from '#contract/examples/examples.ts'
import { fillPath } from '#contract/rules/fill-path.ts'
import { userEndpoints } from '#contract/users.ts'
import { features } from '#tests/features/feature.ts'
import { type Bound, type Caller, callers } from '#tests/support/callers.ts'
import { pngOf } from '#tests/support/images.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { registerClient } from '#tests/support/relying-party.ts'
import { allEventsAreTold, allRows } from '#tests/support/stored.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const ofAdmins = { by: ['admin'], row: 'users, applications, API keys and idempotency keys' } as const
const ofEvents = { by: callers, row: 'events and pending deliveries' } as const

/** The tables whose rows callers can cause. */
const bounds: Record<string, readonly Bound[]> = {
  ...Object.assign({}, ...features.map(({ stored }) => stored)),
  users: [{ by: ['stranger', 'user', 'client'], row: 'sign-ups' }, ofAdmins],
  user_documents: [{ by: ['stranger', 'user', 'client'], row: 'sign-ups' }, ofAdmins],
  // One row for each user at most.
  user_folds: [{ by: callers, row: 'sign-ups' }, ofAdmins],
  unfolded_users: [{ by: callers, row: 'sign-ups' }, ofAdmins],
  held_usernames: [{ by: ['stranger'], row: 'a username and an unconfirmed user' }],
  links: [{ by: callers, row: 'emails requested by others' }],
  mail_budgets: [{ by: callers, row: 'emails requested' }],
  rate_limits: [{ by: callers, row: 'rate-limit counters' }],
  login_attempts: [{ by: callers, row: 'failed sign-ins' }],
  logins: [{ by: callers, row: 'sign-ins that wait for a second factor' }],
  login_hours: [{ by: callers, row: 'hourly sign-in counts' }],
  sessions: [{ by: callers, row: 'sessions' }],
  browser_sessions: [{ by: callers, row: 'sessions' }],
  session_epochs: [ofAdmins, { by: callers, row: 'sign-ups' }],
  known_networks: [{ by: callers, row: 'known networks' }],
  known_devices: [{ by: callers, row: 'trusted devices' }],
  totp_enrolments: [{ by: callers, row: 'authenticator apps, sets of recovery codes and passkeys' }],
  totp_factors: [{ by: callers, row: 'authenticator apps, sets of recovery codes and passkeys' }],
  recovery_codes: [{ by: callers, row: 'authenticator apps, sets of recovery codes and passkeys' }],
  passkeys: [{ by: callers, row: 'authenticator apps, sets of recovery codes and passkeys' }],
  used_challenges: [{ by: callers, row: 'changes, except by admins' }],
  oidc_artifacts: [
    { by: callers, row: 'pending OpenID requests' },
    { by: ['client'], row: 'pending pushed requests and device codes' },
    { by: ['user'], row: 'authorization codes, access tokens' },
  ],
  oidc_grants: [{ by: callers, row: 'sessions' }],
  oidc_consents: [ofAdmins],
  used_assertions: [{ by: ['client'], row: 'client assertions and DPoP proofs' }],
  deleted_users: [{ by: callers, row: 'sign-ups' }, ofAdmins],
  deleted_addresses: [{ by: callers, row: 'sign-ups' }, ofAdmins],
  forgotten_subjects: [{ by: callers, row: 'sign-ups' }, ofAdmins],
  forgotten_sessions: [{ by: callers, row: 'sessions' }],
  events: [ofEvents],
  outbox: [ofEvents],
  api_keys: [ofAdmins],
  oidc_clients: [ofAdmins],
  idempotency_keys: [ofAdmins],
  // The first request to the OpenID provider makes the keys of ID tokens.
  signing_keys: [{ by: callers, row: 'signing keys of a purpose' }],
}

/** The tables in which the services keep a few rows for themselves, however many requests come. */
const ofTheServices = [
  'address_keys',
  'default_urls',
  'event_readers',
  'feeds',
  'key_sets',
  'leases',
  'migrations',
  'user_fold_scan',
]

/** The longest row: a body of 64 KiB in Base64, and what belongs to it. */
const maxRowBytes = 96 * 1024

const documented = readFileSync(new URL('../../../SECURITY.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|')[2]?.trim() ?? '')

const rowsOf = async (system: System): Promise<Map<string, unknown[]>> => {
  const [users, auth] = [await system.database('users'), await system.database('auth')]
  await allEventsAreTold(auth)
  const all = new Map<string, unknown[]>()
  for (const db of [users, auth])
    for (const [table, rows] of await allRows(db)) all.set(table, [...(all.get(table) ?? []), ...rows])
  return all
}

interface Operation {
  method: string
  url: string
  body?: unknown
  headers?: Record<string, string>
}

/** Returns a request to every endpoint that may be called with this access, with the longest text that each field may have. */
function operations(
  system: System,
  may: (endpoint: Endpoint) => boolean,
  { id }: { id: string },
): Operation[] {
  const other = randomUUID()
  const params = {
    id,
    session_id: other,
    device_id: other,
    event_id: other,
    secret_id: other,
    client_id: other,
  }
  const more = {
    passkey_id: other,
    identity_id: other,
    provider: 'google',
    image: 'logo',
    username: 'bob',
    email: 'bob@example.com',
  }
  return [...userEndpoints, ...authEndpoints]
    .filter((one: Endpoint) => isForClients(one) && !one.stream && may(one))
    .toSorted((one, another) => Number(isEnding(one)) - Number(isEnding(another)))
    .map((endpoint: Endpoint) => {
      const isOfAuth = authEndpoints.some((one: Endpoint) => one === endpoint)
      const path = fillPath(endpoint.paths.at(-1) ?? '', { ...params, ...more })
      const body = findExample(endpoint)?.body
      const headers = { 'content-type': 'image/png' }
      return {
        method: endpoint.method,
        url: `${isOfAuth ? system.authUrl : system.usersUrl}${path}`,
        ...(body === undefined ? {} : { body: withLongest(body, endpoint) }),
        ...(endpoint.upload ? { body: pngOf({ width: 1_024, height: 1_024 }), headers } : {}),
      }
    })
}

/** Returns whether an operation may end what the ones after it need. */
const isEnding = ({ name, method }: Endpoint): boolean =>
  method === 'DELETE' || /^(logOut|end|changePassword|changeUsers|setTemporaryPassword)/.test(name)

/** Makes every text of a body as long as its field may be, where nothing but the length limits it. */
function withLongest(body: unknown, endpoint: Endpoint): unknown {
  const fields = endpoint.body?.properties ?? {}
  return Object.fromEntries(
    Object.entries(body as object).map(([name, value]) => {
      const {
        type,
        maxLength,
        pattern,
        format,
        enum: words,
      } = (fields[name] ?? {}) as Record<string, unknown>
      const isFree =
        type === 'string' && !pattern && !format && !words && !/user|email|password|token|url/.test(name)
      return [name, isFree && typeof maxLength === 'number' ? 'x'.repeat(maxLength) : value]
    }),
  )
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

/** Returns the requests that browsers and clients send to pages and to the provider. */
function forms(
  system: System,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Operation[] {
  const paths = {
    ...ownPaths,
    ...linkPaths,
    ...Object.fromEntries(Object.entries(providerPaths).map(([path, { methods }]) => [path, methods])),
  }
  const text = String(new URLSearchParams(fields))
  return Object.entries(paths).flatMap(([path, methods]) =>
    methods.map((method): Operation => {
      const url = `${system.authUrl}${path.replace('{uid}', randomUUID())}`
      return method === 'GET'
        ? { method, url: `${url}?${text}`, headers }
        : { method, url, body: text, headers: { ...formHeaders, ...headers } }
    }),
  )
}

onEachEngine((startSystem) => {
  test('every row that a stranger, a user, a client or an admin can cause has a bound in SECURITY.md', async (t) => {
    await using system = await startSystem({ expectUnlisted: true })
    const { id, client_secret: secret = '' } = await registerClient(system, {
      redirect_uris: ['https://wiki.example.com/callback'],
      grant_types: ['authorization_code', 'refresh_token', 'device_code', 'client_credentials'],
      token_endpoint_auth_method: 'client_secret_post',
      scopes: ['openid'],
    })
    const { id: open } = await registerClient(system, {
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'device_code'],
      scopes: ['openid'],
    })
    const bob = await system.signUp('bob')
    const eve = await system.signUpAndLogIn('eve')
    const { access_token: admin } = await system.admin()
    const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, {
      token: admin,
      body: { name: 'a script', scopes },
    })
    const asked = {
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'https://wiki.example.com/callback',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      state: 'x'.repeat(2_048),
      username: 'bob',
      password: 'wrong',
      email: bob.email,
      token: 'x',
    }
    const isOpen = ({ access }: Endpoint) => access === 'anyone'
    const isForUsers = ({ access }: Endpoint) => !isOpen({ access } as Endpoint)
    const sent: Record<Caller, { token?: string; all: Operation[] }> = {
      stranger: {
        all: [...operations(system, isOpen, bob), ...forms(system, { ...asked, client_id: open })],
      },
      client: {
        all: forms(system, {
          ...asked,
          client_id: id,
          client_secret: secret,
          grant_type: 'client_credentials',
        }),
      },
      user: { token: eve.access_token, all: operations(system, isForUsers, { id: eve.user.id }) },
      admin: { token: made.body.key, all: operations(system, isForUsers, bob) },
    }
    const wrong: string[] = []
    const users = await system.database('users')
    const acts = () => users.query`SELECT id FROM acts WHERE type IN ('client.created', 'api_key.created')`
    await until('the acts of the three things that were made above', async () => (await acts()).length === 3)
    let before = await rowsOf(system)
    for (const caller of ['stranger', 'client', 'user', 'admin'] as const) {
      const { token, all } = sent[caller]
      let ok = 0
      for (const { method, url, body, headers } of all) {
        const { status } = await system.send(method, url, {
          ...(token === undefined ? {} : { token }),
          ...(headers ? { headers } : {}),
          ...(body === undefined ? {} : { body }),
        })
        if (status < 400) ok++
      }
      const after = await rowsOf(system)
      const grown: string[] = []
      for (const [table, rows] of after) {
        const more = rows.length - (before.get(table)?.length ?? 0)
        if (more > 0) grown.push(`${table} ${more}`)
        const isCaused = more > 0 && !ofTheServices.includes(table)
        if (isCaused && !bounds[table]?.some(({ by }) => by.includes(caller)))
          wrong.push(`${more} rows of ${table} by a ${caller}`)
        for (const row of rows)
          if (JSON.stringify(row).length > maxRowBytes) wrong.push(`a long row in ${table}`)
      }
      t.diagnostic(`${caller}: ${all.length} requests, ${ok} accepted: ${grown.join(', ')}`)
      before = after
    }
    assert.deepEqual(wrong, [])
    const known = [...Object.keys(bounds), ...ofTheServices]
    const unknown = [...before.keys()].filter((table) => !known.includes(table))
    assert.deepEqual(
      unknown,
      [],
      'Say in SECURITY.md what limits the rows of a new table, and name its row in `stored` of the feature in tests/features/.',
    )
    for (const [table, rows] of Object.entries(bounds))
      for (const { row } of rows)
        assert.ok(
          documented.some((what) => what.startsWith(row)),
          `${table}: SECURITY.md has no row “${row}”.`,
        )
  })
})
