import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { ActResource } from '#contract/audit.ts'
import { authEndpoints } from '#contract/auth.ts'
import { type Endpoint, type Scope, scopes } from '#contract/declaration/endpoint.ts'
import { fillPath } from '#contract/rules/fill-path.ts'
import { userEndpoints } from '#contract/users.ts'
import { newId } from '#runtime/ids.ts'
import { authenticatorApp } from '#tests/support/authenticator-app.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

/** The endpoints with a scope that leave no act although they are not GET, each with the reason. */
const withoutAct: Record<string, string> = {
  introspectToken: 'it reads: RFC 7662 has the token in a form',
}

/** What a request needs. */
interface Sent {
  params?: Record<string, string>
  body?: object
}

interface Step {
  endpoint: string
  type: string
  send?: (scene: Scene) => Promise<Sent> | Sent
}

interface Scene {
  system: System
  admin: string
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

/** The other endpoints with a scope, in the order in which they are called, with the type of the act that each leaves. */
const steps: Step[] = [
  { endpoint: 'addUser', type: 'user.created', send: newUser },
  { endpoint: 'inviteUser', type: 'user.invited', send: ofLast },
  {
    endpoint: 'importUsers',
    type: 'user.created',
    send: () => ({ body: { users: [{ email: 'i@example.com' }] } }),
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
]

const endpoints: Endpoint[] = [...userEndpoints, ...authEndpoints].filter(
  ({ access, method }: Endpoint) => scopes.includes(access as Scope) && method !== 'GET',
)

test('each endpoint with a scope that is not GET leaves an act, or has a reason to leave none', () => {
  const known = [...Object.keys(withoutAct), ...steps.map(({ endpoint }) => endpoint)]
  assert.deepEqual(known.toSorted(), endpoints.map(({ name }) => name).toSorted())
})

test('what an admin does by an endpoint with a scope is in the audit, with who did it and from where', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } })
  const { id, email } = await system.signUp('ada')
  const admin = await system.admin()
  const scene: Scene = { system, admin: admin.access_token, id, email, lastId: '' }
  const seen = new Set<string>()
  for (const { endpoint: name, type, send } of steps) {
    const endpoint = endpoints.find((one) => one.name === name)
    assert.ok(endpoint)
    const { params = {}, body } = (await send?.(scene)) ?? {}
    const isOfAuth = authEndpoints.some((one: Endpoint) => one === endpoint)
    const url = `${isOfAuth ? system.authUrl : system.usersUrl}${fillPath(endpoint.paths[0] ?? '', params)}`
    const reply = await system.send(endpoint.method, url, { token: scene.admin, ...(body ? { body } : {}) })
    assert.ok(reply.status < 300, `${name}: ${reply.status} ${JSON.stringify(reply.body)}`)
    const isPart = name === 'createOidcClientSecret'
    if (reply.status === 201 && reply.body.id && !isPart) scene.lastId = reply.body.id
    await until(`an act ${type} of ${name}`, async () => {
      const act = (await actsOf(system, scene.admin, type)).find((one) => !seen.has(one.id))
      if (!act) return false
      seen.add(act.id)
      return act.by === admin.user.id && act.address === '127.0.0.1'
    })
  }
})

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

async function lockedOut({ system, id }: Scene): Promise<Sent> {
  const body = { username: 'ada', password: 'a wrong password' }
  assert.equal((await system.send('POST', `${system.authUrl}/auth/login`, { body })).status, 401)
  return { params: { id } }
}

async function withFactors({ system }: Scene): Promise<Sent> {
  const { access_token: token, user } = await system.signUpAndLogIn('grace')
  const url = `${system.usersUrl}/api/v1/users/me/factors/totp`
  const { body } = await system.send('POST', url, { token })
  const app = authenticatorApp(body.secret, system.clock)
  const confirmed = await system.send('POST', `${url}/confirm`, { token, body: { code: app.nextCode() } })
  assert.equal(confirmed.status, 200)
  return { params: { id: user.id } }
}

async function withSession({ system }: Scene): Promise<Sent> {
  const { session_id: id } = await system.signUpAndLogIn('heidi')
  return { params: { id } }
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
