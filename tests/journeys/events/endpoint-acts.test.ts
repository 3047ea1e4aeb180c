import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { storeConsent } from '#auth/oidc/grants/consent-store.ts'
import { authEndpoints } from '#contract/auth.ts'
import { type Endpoint, isForClients, type Scope, scopes } from '#contract/declaration/endpoint.ts'
import type { ActResource } from '#contract/events/audit.ts'
import { fillPath } from '#contract/rules/fill-path.ts'
import { changeUsersEndpoint } from '#contract/users/user-support.ts'
import { userEndpoints } from '#contract/users.ts'
import { newId } from '#runtime/ids.ts'
import { RpcCaller, rpcsOf } from '#tests/contract/rpc-caller.ts'
import type { Fields, Values } from '#tests/contract/way.ts'
import { authenticatorApp } from '#tests/support/authenticator-app.ts'
import { pngOf } from '#tests/support/images.ts'
import { registerClient } from '#tests/support/relying-party.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

/** The endpoints with a scope that leave no act although they are not GET, each with the reason. */
const withoutAct: Record<string, string> = {
  introspectToken: 'it reads: RFC 7662 has the token in a form',
}

interface Step {
  endpoint: string
  type: string
  send?: (scene: Scene) => Promise<Sent> | Sent
  /** True for an endpoint that no API key may call. */
  isForUsersOnly?: true
}

type Sent = Pick<Fields, 'params' | 'body'>

interface Scene {
  system: System
  /** The token of an admin. */
  admin: string
  /** Tells the users of this scene apart from those of another one. */
  prefix: string
  /** The user to whom the requests are. */
  id: string
  email: string
  /** The id of what was made last: a user, a key, a webhook or a client. */
  lastId: string
}

const ofUser = ({ id }: Scene): Sent => ({ params: { id } })
const ofLast = ({ lastId }: Scene): Sent => ({ params: { id: lastId } })
const hook = { url: 'http://127.0.0.1:9/hook' }
const client = { name: 'App', redirect_uris: ['https://app.example.com/callback'] }

/** The actions of a request about many users, with the type of the act that each leaves, in an order in which each has an effect. */
const actOfAction: Record<string, string> = {
  suspend: 'user.suspended',
  restore: 'user.restored',
  end_sessions: 'user.sessions_ended',
  send_password_reset: 'user.password_reset_sent',
  confirm_email: 'user.email_verified',
  make_admin: 'user.updated',
  make_user: 'user.updated',
  invite: 'user.invited',
  delete: 'user.deleted',
}

const invitation = { text_id: 'email.invitation.subject', language: 'en' }

/** The other endpoints, in the order in which they are called, with the type of the act that each leaves. */
const steps: Step[] = [
  { endpoint: 'addUser', type: 'user.created', send: newUser },
  { endpoint: 'inviteUser', type: 'user.invited', send: ofLast },
  {
    endpoint: 'importUsers',
    type: 'user.created',
    send: ({ prefix }) => ({ body: { users: [{ email: `${prefix}i@example.com` }] } }),
  },
  { endpoint: 'sendPasswordReset', type: 'user.password_reset_sent', send: ofUser },
  { endpoint: 'makeResetLink', type: 'user.password_reset_shown', send: ofUser },
  {
    endpoint: 'confirmEmail',
    type: 'user.email_verified',
    send: ({ id, email }) => ({ params: { id }, body: { email } }),
  },
  { endpoint: 'setTemporaryPassword', type: 'user.password_changed', send: ofUser },
  { endpoint: 'unlockUser', type: 'user.unlocked', send: lockedOut },
  { endpoint: 'resetFactors', type: 'user.factors_reset', send: withFactors },
  { endpoint: 'endAnySession', type: 'session.ended', send: withSession },
  {
    endpoint: 'createNotification',
    type: 'notification.created',
    send: ({ id }) => ({ body: { user_id: id, type: 'news', title: 'News' } }),
  },
  {
    endpoint: 'createApiKey',
    type: 'api_key.created',
    send: () => ({ body: { name: 'ci', scopes: ['users:read'] } }),
  },
  { endpoint: 'revokeApiKey', type: 'api_key.revoked', send: ofLast },
  { endpoint: 'createWebhook', type: 'webhook.created', send: () => ({ body: hook }) },
  {
    endpoint: 'updateWebhook',
    type: 'webhook.updated',
    send: ({ lastId: id }) => ({ params: { id }, body: { description: 'x' } }),
  },
  { endpoint: 'rotateWebhookSecret', type: 'webhook.updated', send: ofLast },
  { endpoint: 'testWebhook', type: 'webhook.test', send: ofLast },
  { endpoint: 'replayWebhookDelivery', type: 'delivery.replayed', send: failedDelivery },
  { endpoint: 'replayWebhook', type: 'delivery.replayed', send: failedDeliveries },
  { endpoint: 'deleteWebhook', type: 'webhook.deleted', send: ofLast },
  { endpoint: 'createOidcClient', type: 'client.created', send: () => ({ body: client }) },
  {
    endpoint: 'updateOidcClient',
    type: 'client.updated',
    send: ({ lastId: id }) => ({ params: { id }, body: { name: 'B' } }),
  },
  { endpoint: 'createOidcClientSecret', type: 'client.secret_created', send: ofLast },
  { endpoint: 'revokeOidcClientSecret', type: 'client.secret_revoked', send: secretOfClient },
  { endpoint: 'deleteOidcClient', type: 'client.deleted', send: ofLast },
  { endpoint: 'replayDeadLetter', type: 'delivery.replayed', send: deadLetter },
  {
    endpoint: 'replayDeadLetters',
    type: 'delivery.replayed',
    send: async (scene) => ({ ...(await deadLetter(scene)), body: {} }),
  },
  { endpoint: 'dropDeadLetter', type: 'delivery.dropped', send: deadLetter },
  { endpoint: 'rotateSigningKey', type: 'keys.rotated', send: () => ({ body: { purpose: 'access' } }) },
  { endpoint: 'putBrandImage', type: 'branding.updated', send: () => ({ params: { image: 'logo' } }) },
  { endpoint: 'deleteBrandImage', type: 'branding.updated', send: () => ({ params: { image: 'logo' } }) },
  { endpoint: 'updateBranding', type: 'branding.updated', send: () => ({ body: { name: 'Acme' } }) },
  {
    endpoint: 'putCustomText',
    type: 'branding.updated',
    send: () => ({ params: invitation, body: { text: 'Your account' } }),
  },
  { endpoint: 'deleteCustomText', type: 'branding.updated', send: () => ({ params: invitation }) },
  { endpoint: 'sendTestEmail', type: 'email.tested', send: withAddress, isForUsersOnly: true },
  { endpoint: 'dismissSetupChecklist', type: 'setup_checklist.dismissed', send: openChecklist },
  { endpoint: 'exportUsers', type: 'export.ended' },
  { endpoint: 'exportActs', type: 'export.ended' },
  { endpoint: 'exportEvents', type: 'export.ended' },
  { endpoint: 'forgetDevice', type: 'device.forgotten', send: withDevice },
  { endpoint: 'endAppAccess', type: 'grant.revoked', send: withApp },
  { endpoint: 'endUserSession', type: 'session.ended', send: ofSession },
  { endpoint: 'endUserSessions', type: 'session.ended', send: allSessions },
  ...[{ name: 'Ada' }, { metadata: { plan: 'free' } }, { role: 'admin' }, { role: 'user' }].map(
    (body): Step => ({ endpoint: 'updateUser', type: 'user.updated', send: changed(body) }),
  ),
  { endpoint: 'updateUser', type: 'user.email_changed', send: newAddress },
  { endpoint: 'updateUser', type: 'user.suspended', send: changed({ status: 'suspended' }) },
  { endpoint: 'updateUser', type: 'user.restored', send: changed({ status: 'active' }) },
  ...Object.entries(actOfAction).map(
    ([action, type]): Step => ({ endpoint: 'changeUsers', type, send: inBulk(action) }),
  ),
  { endpoint: 'deleteUser', type: 'user.deleted', send: someUser },
  { endpoint: 'removeUser', type: 'user.deleted', send: someUser },
]

/** Returns whether an endpoint changes or takes what belongs to others: what its scope or its path says, or a file. */
const isAct = ({ access, method, ownOnly, paths, file }: Endpoint): boolean =>
  file !== undefined ||
  (method !== 'GET' &&
    (scopes.includes(access as Scope) ||
      (access === 'signed_in' && !ownOnly && /\/users\b/.test(paths[0] ?? ''))))

const endpoints: Endpoint[] = [...userEndpoints, ...authEndpoints].filter(
  (one: Endpoint) => isForClients(one) && isAct(one),
)

test('each endpoint that changes or takes what is of others leaves an act, or has a reason to leave none', () => {
  const known = new Set([...Object.keys(withoutAct), ...steps.map(({ endpoint }) => endpoint)])
  assert.deepEqual([...known].toSorted(), endpoints.map(({ name }) => name).toSorted())
  const actions = changeUsersEndpoint.body.properties?.action?.enum
  assert.ok(Array.isArray(actions))
  assert.deepEqual(Object.keys(actOfAction).toSorted(), actions.toSorted())
})

const settings = { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } as const

test('what an admin does by HTTP to others is in the audit, with who did it and from where', async () => {
  await using system = await startSystem({ settings })
  const { user } = await system.admin()
  const byHttp: Doing = async (endpoint, sent, { admin }) => send(system, endpoint, sent, admin)
  await everyAct(await newScene(system, 'a'), { by: user.id, doing: byHttp })
})

test('what an API key does by gRPC to others is in the audit too, and by HTTP where there is no rpc', async () => {
  await using system = await startSystem({ settings })
  using rpcs = new RpcCaller(system)
  const { access_token: token } = await system.admin()
  const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, {
    token,
    body: { name: 'a script', scopes },
  })
  const { id: by, key } = made.body
  const byKey: Doing = async (endpoint, sent) => {
    const [rpc] = rpcsOf(endpoint)
    return rpc ? rpcs.call(rpc, endpoint, sent, key) : send(system, endpoint, sent, key)
  }
  await everyAct(await newScene(system, 'k'), { by, doing: byKey, isKey: true })
})

/** Does what an endpoint does, and returns the content of the reply. */
type Doing = (endpoint: Endpoint, sent: Sent, scene: Scene) => Promise<Values>

async function newScene(system: System, prefix: string): Promise<Scene> {
  const { id, email } = await system.signUp(`${prefix}ada`)
  return { system, prefix, admin: '', id, email, lastId: '' }
}

async function everyAct(
  scene: Scene,
  { by, doing, isKey = false }: { by: string; doing: Doing; isKey?: boolean },
): Promise<void> {
  const seen = new Set<string>()
  for (const { endpoint: name, type, send: sentBy, isForUsersOnly } of steps) {
    if (isKey && isForUsersOnly) continue
    // A slow machine needs more than the five minutes for which a login counts as recent.
    scene.admin = (await scene.system.admin()).access_token
    const endpoint = endpoints.find((one) => one.name === name)
    assert.ok(endpoint)
    const made = await doing(endpoint, (await sentBy?.(scene)) ?? {}, scene)
    // The reply of an rpc has the user in a field of its own.
    const id = made.id ?? made.user?.id
    if (id && /^(add|create)(User|Webhook|OidcClient|ApiKey)$/.test(name)) scene.lastId = id
    let isFound = false
    await until(`an act ${type} of ${name} by ${by}`, async () => {
      for (const act of await actsOf(scene.system, scene.admin, type)) {
        if (!seen.has(act.id) && act.by === by && act.address === '127.0.0.1') isFound = true
        seen.add(act.id)
      }
      return isFound
    })
  }
}

async function send(
  system: System,
  endpoint: Endpoint,
  { params = {}, body }: Sent,
  token: string,
): Promise<Values> {
  const isOfAuth = authEndpoints.some((one: Endpoint) => one === endpoint)
  const url = `${isOfAuth ? system.authUrl : system.usersUrl}${fillPath(endpoint.paths[0] ?? '', params)}`
  if (endpoint.file) {
    const reply = await fetch(`${url}?format=csv`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(reply.status, 200, `${endpoint.name}: ${await reply.text()}`)
    return {}
  }
  const headers = { 'content-type': 'image/png' }
  const image = endpoint.upload && { body: pngOf({ width: 2, height: 1 }), headers }
  const reply = await system.send(endpoint.method, url, { token, ...(body ? { body } : image) })
  assert.ok(reply.status < 300, `${endpoint.name}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body ?? {}
}

async function actsOf(system: System, token: string, type: string): Promise<ActResource[]> {
  const url = `${system.usersUrl}/api/v1/audit?type=${type}&limit=200`
  const { status, body } = await system.send('GET', url, { token })
  assert.equal(status, 200)
  return body.data
}

function newUser(): Sent {
  const name = `u${randomUUID().slice(0, 8)}`
  return { body: { username: name, name, email: `${name}@example.com` } }
}

async function lockedOut({ system, id, prefix }: Scene): Promise<Sent> {
  const body = { username: `${prefix}ada`, password: 'a wrong password' }
  assert.equal((await system.send('POST', `${system.authUrl}/auth/login`, { body })).status, 401)
  return { params: { id } }
}

async function withFactors({ system, prefix }: Scene): Promise<Sent> {
  const { access_token: token, user } = await system.signUpAndLogIn(`${prefix}grace`)
  const url = `${system.usersUrl}/api/v1/users/me/factors/totp`
  const { body } = await system.send('POST', url, { token })
  const app = authenticatorApp(body.secret, system.clock)
  const confirmed = await system.send('POST', `${url}/confirm`, { token, body: { code: app.nextCode() } })
  assert.equal(confirmed.status, 200)
  return { params: { id: user.id } }
}

async function withSession({ system, prefix }: Scene): Promise<Sent> {
  const { session_id: id } = await system.signUpAndLogIn(`${prefix}heidi`)
  return { params: { id } }
}

async function ofSession({ system, prefix }: Scene): Promise<Sent> {
  const { user, session_id } = await system.signUpAndLogIn(`${prefix}ivan`)
  return { params: { id: user.id, session_id } }
}

async function allSessions({ system, prefix }: Scene): Promise<Sent> {
  const { user } = await system.signUpAndLogIn(`${prefix}judy`)
  return { params: { id: user.id }, body: { scope: 'all' } }
}

/** Gives the admin an address that receives email, which the first admin does not have. */
async function withAddress({ system, admin }: Scene): Promise<Sent> {
  const { user } = await system.admin()
  const url = `${system.usersUrl}/api/v1/users/${user.id}`
  const { status } = await system.send('PATCH', url, { token: admin, body: { email: 'root@example.com' } })
  assert.equal(status, 200)
  return {}
}

/** Opens the checklist again, which another caller may have dismissed. */
async function openChecklist({ system }: Scene): Promise<Sent> {
  const db = await system.database('users')
  await db.query`UPDATE instance_settings SET settings = '{}' WHERE id = 'setup-checklist'`
  return {}
}

function newAddress({ id, prefix }: Scene): Sent {
  return { params: { id }, body: { email: `${prefix}other@example.com` } }
}

async function someUser({ system }: Scene): Promise<Sent> {
  const { id } = await system.signUp(`u${randomUUID().slice(0, 8)}`)
  return { params: { id } }
}

function changed(body: object) {
  return ({ id }: Scene): Sent => ({ params: { id }, body })
}

/** Does something to many users, of whom there is one. The last one that was made is in the state that the action before left. */
function inBulk(action: string) {
  return async (scene: Scene): Promise<Sent> => {
    if (action === 'suspend' || action === 'end_sessions') {
      const { user } = await scene.system.signUpAndLogIn(`u${randomUUID().slice(0, 8)}`)
      scene.lastId = user.id
    }
    if (action === 'invite') {
      const token = scene.admin
      const { body } = newUser()
      const made = await scene.system.send('POST', `${scene.system.usersUrl}/api/v1/users`, { token, body })
      scene.lastId = made.body.id
    }
    return { body: { action, ids: [scene.lastId] } }
  }
}

async function withDevice({ system, id }: Scene): Promise<Sent> {
  const device = randomUUID()
  const at = system.clock.now()
  const db = await system.database('auth')
  await db.query`
    INSERT INTO known_devices (digest, id, user_id, counted_by, epoch, factors_version, address, created_at, expires_at)
    VALUES (${device}, ${device}, ${id}, ${id}, 0, 0, '127.0.0.1', ${at}, ${at + 86_400_000})`
  return { params: { id, device_id: device } }
}

async function withApp({ system, id }: Scene): Promise<Sent> {
  const { id: clientId } = await registerClient(system)
  const db = await system.database('auth')
  const consent = {
    userId: id,
    clientId,
    scope: ['openid'],
    resources: {},
    givenAt: system.clock.now(),
    epoch: 1,
  }
  await db.transaction((tx) => storeConsent(tx, consent))
  return { params: { id, client_id: clientId } }
}

/** Stores a failed delivery of an event to the webhook that was made last. */
async function failedDelivery({ system, lastId }: Scene): Promise<Sent> {
  const db = await system.database('users')
  const [event] = await db.query<{ id: string }>`
    SELECT id FROM events WHERE type = 'user.created' AND id NOT IN (SELECT event_id FROM webhook_deliveries) LIMIT 1`
  assert.ok(event)
  await db.query`
    INSERT INTO webhook_deliveries (webhook_id, event_id, type, state, attempts, created_at)
    VALUES (${lastId}, ${event.id}, 'user.created', 'failed', 1, ${system.clock.now()})`
  return { params: { id: lastId, event_id: event.id } }
}

async function failedDeliveries(scene: Scene): Promise<Sent> {
  const since = new Date(scene.system.clock.now() - 60_000).toISOString()
  return { ...(await failedDelivery(scene)), body: { since } }
}

async function secretOfClient({ system, admin, lastId }: Scene): Promise<Sent> {
  const url = `${system.authUrl}/api/v1/oidc-clients/${lastId}`
  const { body } = await system.send('GET', url, { token: admin })
  return { params: { id: lastId, secret_id: body.secrets[0].id } }
}

/** Stores an event that could not be delivered to NATS. */
async function deadLetter({ system }: Scene): Promise<Sent> {
  const at = system.clock.now() - 1_000
  const id = newId(at)
  const db = await system.database('users')
  await db.query`
    INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, last_error, dead_at)
    VALUES (${id}, 'nats', 'user.created', ${randomUUID()}, 1, '{}', ${at}, 0, 7, 'refused', ${at})`
  return { params: { id } }
}
