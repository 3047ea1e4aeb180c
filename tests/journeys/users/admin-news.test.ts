import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { operator } from '#contract/declaration/endpoint.ts'
import type { EventResource } from '#contract/events/events.ts'
import { createLog } from '#runtime/log/log.ts'
import { readEvents } from '#tests/support/event-reader.ts'
import { mailIsSent, mailTo } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { createApiKey } from '#users/api-keys/create-api-key.ts'
import { revokeApiKey } from '#users/api-keys/revoke-api-key.ts'
import { openUsers } from '#users/service.ts'

const settings = { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } as const
const grace = { username: 'grace', email: 'grace@example.com', password: 'a long password', locale: 'de' }

const caller =
  (system: System, token: string) =>
  (method: string, path: string, body?: unknown, headers = {}) =>
    system.send(method, `${system.usersUrl}/api/v1${path}`, { token, body, headers })

/**
 * Adds a second admin, Grace, whose address is confirmed, and returns her access token. News goes to those who are admins when it
 * is delivered, so that of the first admin is awaited: on a busy machine it would reach Grace too.
 */
async function addGrace(system: System, call: ReturnType<typeof caller>): Promise<string> {
  await mailIsSent(system)
  const made = await call('POST', '/users', { ...grace, name: 'Grace', role: 'admin' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const db = await system.database('users')
  await db.query`UPDATE users SET email_verified_at = created_at WHERE id = ${made.body.id}`
  return (await system.logIn(grace.username, grace.password)).access_token
}

const notices = async (system: System, token: string) =>
  (await caller(system, token)('GET', '/notifications?limit=200')).body.data as {
    type: string
    body: string
    data: Record<string, unknown>
  }[]

async function eventsOf(system: System, token: string, types: string): Promise<EventResource[]> {
  const { body } = await caller(system, token)('GET', `/events?type=${types}&limit=200`)
  return body.data
}

onEachEngine((startSystem) => {
  test('what outlasts a session is told to every admin: as an event, in the app and by mail', async () => {
    await using system = await startSystem({ settings })
    const { access_token: token, user } = await system.admin()
    const call = caller(system, token)
    const graces = await addGrace(system, call)
    const ada = await system.signUp('ada')

    const key = (await call('POST', '/api-keys', { name: 'backdoor', scopes: ['users:read'] })).body
    const hook = (
      await call('POST', '/webhooks', { url: 'http://127.0.0.1:9/a', event_types: ['user.created'] })
    ).body
    assert.equal((await call('PATCH', `/webhooks/${hook.id}`, { url: 'http://127.0.0.1:9/b' })).status, 200)
    assert.equal((await call('POST', `/webhooks/${hook.id}/rotate-secret`)).status, 200)
    assert.equal((await call('PATCH', `/webhooks/${hook.id}`, { description: 'Mine' })).status, 200)
    assert.equal((await call('PATCH', `/users/${ada.id}`, { role: 'admin' })).status, 200)
    assert.equal((await call('DELETE', `/webhooks/${hook.id}`)).status, 204)
    assert.equal((await call('DELETE', `/api-keys/${key.id}`)).status, 204)
    assert.equal((await call('DELETE', `/api-keys/${key.id}`)).status, 204, 'told once')

    const expected = [
      [
        'api_key.created',
        { api_key_id: key.id, name: 'backdoor', scopes: ['users:read'], expires_at: key.expires_at },
      ],
      ['webhook.created', { webhook_id: hook.id, url: hook.url, event_types: ['user.created'] }],
      [
        'webhook.updated',
        { webhook_id: hook.id, url: 'http://127.0.0.1:9/b', event_types: ['user.created'], changed: ['url'] },
      ],
      [
        'webhook.updated',
        {
          webhook_id: hook.id,
          url: 'http://127.0.0.1:9/b',
          event_types: ['user.created'],
          changed: ['secret'],
        },
      ],
      [
        'webhook.updated',
        {
          webhook_id: hook.id,
          url: 'http://127.0.0.1:9/b',
          event_types: ['user.created'],
          changed: ['description'],
        },
      ],
      ['webhook.deleted', { webhook_id: hook.id, url: 'http://127.0.0.1:9/b' }],
      ['api_key.revoked', { api_key_id: key.id }],
    ].map(([type, data]) => [
      type,
      { ...(data as object), by: user.id, by_address: '127.0.0.1', by_user_agent: 'node' },
    ])
    const types = 'api_key.created,api_key.revoked,webhook.created,webhook.updated,webhook.deleted'
    await until('the events', async () => (await eventsOf(system, token, types)).length >= expected.length)
    const events = await eventsOf(system, token, types)
    const order = ({ type, data }: { type: string; data: unknown }) => `${type} ${JSON.stringify(data)}`
    assert.deepEqual(
      events
        .map(({ type, data, user_id }) => ({ type, data, user_id }))
        .toSorted((a, b) => (order(a) < order(b) ? -1 : 1)),
      expected
        .map(([type, data]) => ({ type: type as string, data, user_id: null }))
        .toSorted((a, b) => (order(a) < order(b) ? -1 : 1)),
    )

    await mailIsSent(system)
    const told = ['admin.added', 'api_key.created', 'webhook.created', 'webhook.updated', 'webhook.updated']
    for (const [who, others] of [
      [token, ['admin.added']],
      [graces, []],
    ] as const) {
      const seen = (await notices(system, who)).filter(({ type }) => told.includes(type))
      assert.deepEqual(seen.map(({ type }) => type).toSorted(), [...told, ...others].toSorted())
      const made = seen.find(({ type }) => type === 'api_key.created')
      assert.equal(made?.body, 'backdoor: users:read. Made by admin. If none of you made it, revoke it.')
      assert.equal(made?.data.api_key_id, key.id)
    }
    const mails = (await mailTo(system, grace.email)).filter(({ subject }) =>
      /API|Webhook|Administrator/.test(subject),
    )
    assert.deepEqual(mails.map(({ subject }) => subject).toSorted(), [
      'Ein Webhook wurde geändert',
      'Ein Webhook wurde geändert',
      'Ein neuer API-Schlüssel wurde erstellt',
      'Ein neuer Webhook wurde erstellt',
      'Es gibt einen neuen Administrator',
    ])
    assert.ok(mails.some(({ text }) => text.includes(key.id) && text.includes('Erstellt von: admin')))
    assert.deepEqual(await mailTo(system, 'admin@latchkey.invalid'), [], 'nobody reads there')
  })

  test('an admin and a webhook that work again are told to every admin like new ones', async () => {
    await using system = await startSystem({ settings })
    const call = caller(system, (await system.admin()).access_token)
    const graces = await addGrace(system, call)
    const eve = { name: 'Eve', email: 'eve@example.com', role: 'admin' }
    const { id } = (await call('POST', '/users', eve)).body
    const target = { url: 'http://127.0.0.1:9/a', event_types: ['webhook.test'] }
    const hook = (await call('POST', '/webhooks', target)).body
    for (const [path, body] of [
      [`/users/${id}`, { status: 'suspended' }],
      [`/users/${id}`, { name: 'Still suspended' }],
      [`/users/${id}`, { status: 'active' }],
      [`/users/${id}`, { status: 'active' }],
      [`/webhooks/${hook.id}`, { enabled: false }],
      [`/webhooks/${hook.id}`, { enabled: true }],
      [`/webhooks/${hook.id}`, { enabled: true }],
    ] as const)
      assert.equal((await call('PATCH', path, body)).status, 200)
    await mailIsSent(system)
    const told = (await notices(system, graces)).map(({ type, data }) => [
      type,
      data.user_id ?? data.webhook_id,
    ])
    const timesTold = (...news: string[]) => told.filter((one) => one.join() === news.join()).length
    assert.equal(timesTold('admin.added', id), 2)
    assert.equal(timesTold('webhook.updated', hook.id), 1)
  })

  test('no notice keeps the name of a user who was deleted, and until then all say it', async () => {
    await using system = await startSystem({ settings })
    const call = caller(system, (await system.admin()).access_token)
    const graces = await addGrace(system, call)
    const eve = { username: 'evelyn', name: 'Eve', email: 'eve@example.com', password: 'a long password' }
    const { id } = (await call('POST', '/users', { ...eve, role: 'admin' })).body
    const asEve = caller(system, (await system.logIn(eve.username, eve.password)).access_token)
    assert.equal((await asEve('POST', '/api-keys', { name: 'ci', scopes: ['users:read'] })).status, 201)
    await mailIsSent(system)
    const told = async () => {
      const types = ['admin.added', 'api_key.created']
      const found = (await notices(system, graces)).filter(({ data }) => [data.by, data.user_id].includes(id))
      return types.map((type) => found.find((one) => one.type === type)?.body.split('. If')[0])
    }
    assert.deepEqual(await told(), [
      'evelyn is an admin now. Made by admin',
      'ci: users:read. Made by evelyn',
    ])
    await using reader = await readEvents(`${system.usersUrl}/api/v1/notifications/stream?after=0`, {
      authorization: `Bearer ${graces}`,
    })
    await until('the notice on the stream', () =>
      reader.events.some(({ data }) => JSON.stringify(data).includes('Made by evelyn')),
    )
    const renamed = await call('PATCH', `/users/${id}`, { username: 'evelina' })
    assert.equal(renamed.status, 200)
    assert.match((await told()).join(), /^evelina .* evelina$/)

    assert.equal((await call('DELETE', `/users/${id}`)).status, 204)
    assert.deepEqual(await told(), [`${id} is an admin now. Made by admin`, `ci: users:read. Made by ${id}`])
    const kept = await (await system.database('users')).query`SELECT title, body, data FROM notifications`
    assert.doesNotMatch(JSON.stringify(kept), /evel/)
  })

  test('a key from the command line is told too, also where that has no master key', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const graces = await addGrace(system, caller(system, token))
    const users = await openUsers({
      databaseUrl: system.databaseUrl('users'),
      database: commandDatabaseOptions,
      authUrl: '',
      serviceToken: '',
      masterKeys: [],
      publicUrl: '',
      policy: {
        signup: 'open',
        signUpsPerMinute: 5,
        requiresVerifiedEmail: false,
        allowsPrivateTargets: false,
      },
      clock: system.clock,
      log: createLog('silent'),
    })
    try {
      const { apiKey } = await createApiKey(users, {
        name: 'by hand',
        scopes: ['users:read'],
        by: operator,
      })
      await revokeApiKey(users, { id: apiKey.id, by: null })
    } finally {
      await users.db.close()
    }
    const types = 'api_key.created,api_key.revoked'
    await until('both', async () => (await eventsOf(system, token, types)).length === 2)
    for (const { data } of await eventsOf(system, token, types)) assert.equal(data.by, null)
    await mailIsSent(system)
    const notice = (await notices(system, graces)).find(({ type }) => type === 'api_key.created')
    assert.match(notice?.body ?? '', /^by hand: users:read\. Made on the command line\./)
    assert.ok(
      (await mailTo(system, grace.email)).some(({ text }) => text.includes('Erstellt auf der Kommandozeile')),
    )
  })

  test('a key that is asked for again is told once, and no admin can switch that off', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const call = caller(system, token)
    const preferences = (type: string) =>
      call('PUT', '/notifications/preferences', {
        preferences: [{ channel: 'in_app', type, enabled: false }],
      })
    for (const type of [
      'api_key.created',
      'webhook.created',
      'webhook.updated',
      'admin.added',
      'user.secured',
    ])
      assert.equal((await preferences(type)).status, 400, type)
    assert.equal((await preferences('*')).status, 200)
    const headers = { 'idempotency-key': 'one' }
    for (const status of [201, 409, 409])
      assert.equal(
        (await call('POST', '/api-keys', { name: 'ci', scopes: ['users:read'] }, headers)).status,
        status,
      )
    const seen = async () => (await notices(system, token)).filter(({ type }) => type === 'api_key.created')
    await until('the notice', async () => (await seen()).length > 0)
    await mailIsSent(system)
    assert.equal((await seen()).length, 1)
    await until('the event', async () => (await eventsOf(system, token, 'api_key.created')).length === 1)
  })
})
