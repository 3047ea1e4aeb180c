import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { authEndpoints } from '#contract/auth.ts'
import { type Endpoint, type Scope, scopes } from '#contract/declaration/endpoint.ts'
import { authExamples } from '#contract/examples/auth.ts'
import { userExamples } from '#contract/examples/users.ts'
import { fillPath } from '#contract/rules/fill-path.ts'
import { healthEndpoints } from '#contract/system/health.ts'
import type { UserResource } from '#contract/users/user.ts'
import { userEndpoints } from '#contract/users.ts'
import { features } from '#tests/features/feature.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { HttpReply, System } from '#tests/support/system.ts'

/**
 * The endpoints that each scope opens. This list repeats the declarations, so that a mistake in one of them
 * is found. Each new endpoint for API keys must be added, here or in `opens` of its feature (`tests/features/`).
 */
const opens: Record<Scope, string[]> = {
  'users:read': [
    'listUsers',
    'getUser',
    'getUserByEmail',
    'getUserByUsername',
    'getUserLock',
    'getLoginState',
    'getFactors',
    'listPasskeys',
  ],
  'users:write': [
    'addUser',
    'updateUser',
    'inviteUser',
    'unlockUser',
    'confirmEmail',
    'sendPasswordReset',
    'setTemporaryPassword',
    'resetFactors',
  ],
  'users:delete': ['removeUser', 'deleteUser'],
  'sessions:read': ['introspectToken', 'watchRevocations', 'listUserSessions', 'listDevices'],
  'sessions:revoke': ['endUserSession', 'endUserSessions', 'forgetDevice'],
  'keys:write': ['createApiKey', 'listApiKeys', 'revokeApiKey'],
  'events:read': ['listEvents', 'streamEvents', 'listDeadLetters'],
  'events:write': ['replayDeadLetter', 'replayDeadLetters', 'dropDeadLetter'],
  'webhooks:write': [],
  'clients:write': [],
  'system:read': [],
  'system:write': [],
}

for (const feature of features)
  for (const scope of scopes) opens[scope].push(...(feature.opens?.[scope] ?? []))

/** The endpoints that respond with `user_not_found` when the caller may not see the user. */
const lookUps = [
  ...features.flatMap((feature) => feature.lookUps ?? []),
  'getUser',
  'getUserByEmail',
  'getUserByUsername',
  'getFactors',
  'listUserSessions',
  'listDevices',
  'listPasskeys',
]

/**
 * The request bodies by the name of the endpoint. For the other endpoints an empty object is enough, because
 * this test is about access only.
 */
const bodies: Record<string, object> = {
  ...Object.assign({}, ...features.map((feature) => feature.bodies)),
  addPasskey: userExamples.addPasskey.body,
  renamePasskey: { name: 'Laptop' },
  stepUpByPasskey: authExamples.stepUpByPasskey.body,
  updateUser: { metadata: { plan: 'free' } },
  confirmTotp: { code: '492039' },
  stepUp: { password: 'one' },
  changePassword: { current_password: 'one', new_password: 'another' },
  endOwnSessions: { scope: 'all' },
  endUserSessions: { scope: 'all' },
}

const endpoints: readonly Endpoint[] = [...userEndpoints, ...authEndpoints, ...healthEndpoints]

/**
 * Returns the failure code with which an API key that has only this scope is refused, or undefined when the
 * key is accepted.
 */
function refusalOf({ access, name }: Endpoint, scope: Scope): string | undefined {
  if (access === 'anyone' || opens[scope].includes(name)) return undefined
  if (access === 'token') return 'token_invalid'
  if (access === 'service') return 'service_token_invalid'
  return lookUps.includes(name) ? 'user_not_found' : 'forbidden'
}

const newUser = (system: System) => system.signUp(`u-${randomUUID().slice(0, 8)}`)

async function callWith(
  key: string,
  endpoint: Endpoint,
  { system, user }: { system: System; user: UserResource },
): Promise<HttpReply[]> {
  // Each deletion gets a new user, because the next call needs one who exists.
  const { id, username, email } = endpoint.method === 'DELETE' ? await newUser(system) : user
  const isOfAuth = authEndpoints.some((one: Endpoint) => one === endpoint)
  // The origins that the test calls. The port of the user service serves the routes of both services, except
  // the internal routes of the authentication service.
  const bases = [
    ...(isOfAuth ? [system.authUrl] : []),
    ...(isOfAuth && endpoint.access === 'service' ? [] : [system.usersUrl]),
  ]
  // A stream is requested with an invalid position, which is refused when access is granted. With a valid
  // position the stream would never end.
  const query = endpoint.stream ? '?after=nowhere' : ''
  const urls = bases.flatMap((base) =>
    endpoint.paths.map(
      (path) =>
        `${base}${fillPath(path, { id, username, email, session_id: id, device_id: id, event_id: id, secret_id: id, provider: 'example', image: 'logo' })}${query}`,
    ),
  )
  const body = endpoint.body && (bodies[endpoint.name] ?? {})
  const replies: HttpReply[] = []
  for (const url of urls) replies.push(await system.send(endpoint.method, url, { token: key, body }))
  return replies
}

async function keyWith(system: System, wanted: readonly Scope[]): Promise<string> {
  const { access_token: token } = await system.admin()
  const body = { name: 'ci', scopes: wanted }
  return (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })).body.key
}

onEachEngine((startSystem) => {
  test('each scope opens its own endpoints, and no other in the whole contract', async () => {
    await using system = await startSystem()
    const user = await newUser(system)
    for (const scope of scopes) {
      const key = await keyWith(system, [scope])
      for (const endpoint of endpoints) {
        const refusal = refusalOf(endpoint, scope)
        for (const { status, body } of await callWith(key, endpoint, { system, user })) {
          const what = `${endpoint.name} with ${scope} answered ${status} ${body.code}, not ${refusal ?? 'with success'}. If the
            endpoint is wrong, correct its \`access\` or the check of its use case; if this test is, correct \`opens\`, \`lookUps\`
            (a look-up hides whom the caller may not see) or \`bodies\`, here or in the
            feature (tests/features/).`
          if (refusal) assert.equal(body.code, refusal, what)
          else assert.ok(![401, 403].includes(status) && body.code !== 'user_not_found', what)
        }
      }
    }
    const names = endpoints.map(({ name }) => name)
    for (const name of Object.values(opens).flat())
      assert.ok(names.includes(name), `Remove ${name} from \`opens\`: there is no such endpoint.`)
  })

  test('I36 no API key passes for a token, whatever its scopes', async () => {
    await using system = await startSystem()
    const key = await keyWith(system, scopes)
    const sent: [string, string, unknown, number, string][] = [
      ['GET', '/auth/validate', undefined, 401, 'token_invalid'],
      ['POST', '/api/v1/auth/verify', undefined, 401, 'token_invalid'],
      ['POST', '/auth/logout', undefined, 401, 'token_invalid'],
      ['POST', '/auth/refresh', { refresh_token: key }, 401, 'token_invalid'],
      ['POST', '/auth/login', { username: 'admin', password: key }, 401, 'invalid_credentials'],
      ['POST', '/internal/validate-tokens', { tokens: [key] }, 401, 'service_token_invalid'],
    ]
    for (const [method, path, body, status, code] of sent) {
      const reply = await system.send(method, `${system.authUrl}${path}`, { token: key, body })
      assert.deepEqual([reply.status, reply.body.code], [status, code], path)
    }
    const asked = await system.send('POST', `${system.authUrl}/internal/validate-tokens`, {
      token: system.serviceToken(),
      body: { tokens: [key] },
    })
    assert.deepEqual(asked.body.results, [{ refusal: { code: 'token_invalid' } }])
    const introspected = await system.send('POST', `${system.authUrl}/api/v1/auth/introspect`, {
      token: key,
      body: { token: key },
    })
    assert.deepEqual([introspected.status, introspected.body], [200, { active: false }])
  })
})
