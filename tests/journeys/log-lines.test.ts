import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventResource } from '#contract/events.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const settings = { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } as const

/** The lines of the log that say what was done. */
const acts = (system: System) =>
  system.log.filter(({ event, level }) => event !== undefined && level !== 'debug')

/** Waits for all events of a user, or of nobody, and returns their types in order. */
async function typesOf(system: System, token: string, last: string, about: (one: EventResource) => boolean) {
  let found: string[] = []
  await until(`the event ${last}`, async () => {
    const { body } = await system.send('GET', `${system.usersUrl}/api/v1/events?limit=200`, { token })
    found = (body.data as EventResource[]).filter(about).map(({ type }) => type)
    return found.includes(last)
  })
  return found
}

onEachEngine((startSystem) => {
  test('what users are is said once: each event has one line, and no line has a name, an address or a URL', async () => {
    await using system = await startSystem({ settings })
    const { access_token: token } = await system.admin()
    const call = async (method: string, path: string, body?: unknown) => {
      const reply = await system.send(method, `${system.usersUrl}/api/v1${path}`, { token, body })
      assert.ok(reply.status < 300, `${method} ${path}: ${JSON.stringify(reply.body)}`)
      return reply.body
    }
    const ada = await system.signUp('ada')
    await call('PATCH', `/users/${ada.id}`, { name: 'Countess', status: 'suspended' })
    await call('PATCH', `/users/${ada.id}`, { status: 'active', email: 'lovelace@example.org' })
    const logIn = { username: 'ada', password: 'not the password' }
    await system.send('POST', `${system.authUrl}/auth/login`, { body: logIn })
    const key = await call('POST', '/api-keys', { name: 'nightly import', scopes: ['users:read'] })
    await call('DELETE', `/api-keys/${key.id}`)
    const hook = await call('POST', '/webhooks', { url: 'http://127.0.0.1:9/hooks' })
    await call('PATCH', `/webhooks/${hook.id}`, { enabled: false })
    await call('DELETE', `/webhooks/${hook.id}`)

    const ofAda = await typesOf(system, token, 'login.failed', (one) => one.user_id === ada.id)
    const linesOfAda = acts(system).filter((line) => line.user_id === ada.id && line.service === 'users')
    // One change can be several events, and is one line more for itself.
    const changes = ['user.updated', 'user.updated']
    assert.deepEqual(
      linesOfAda.map(({ event }) => event).sort(),
      [...ofAda.filter((type) => type !== 'user.updated'), ...changes].sort(),
    )
    const ofNobody = await typesOf(system, token, 'webhook.deleted', (one) => one.user_id === null)
    const linesOfNobody = acts(system).filter((line) => line.user_id === undefined)
    assert.deepEqual(
      linesOfNobody.map(({ event }) => event),
      [...ofNobody.slice(0, -1), 'webhook.updated', 'webhook.deleted'],
    )
    for (const line of acts(system)) {
      assert.doesNotMatch(JSON.stringify(line), /Countess|@|nightly|hooks/)
      if (line.user_id === ada.id) assert.equal(typeof line.request_id, 'string')
    }
    const [changed] = linesOfAda.filter(({ event }) => event === 'user.updated')
    assert.deepEqual([changed?.changed, changed?.by], [['name', 'status'], (await me(system, token)).id])
  })
})

const me = async (system: System, token: string) =>
  (await system.send('GET', `${system.usersUrl}/api/v1/users/me`, { token })).body
