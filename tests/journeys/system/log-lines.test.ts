import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventResource } from '#contract/events/events.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const settings = { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } as const

/** Returns the log lines that name an event, without those of the level debug. */
const acts = (system: System) =>
  system.log.filter(({ event, level }) => event !== undefined && level !== 'debug')

/** Waits for an event of the type `last`, and returns the types of all events that `about` selects, in order. */
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
    // A change can record several events, each with a log line, and adds one line `user.updated` for the change itself.
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

  test('how a session ends is said once, however many ask for it; a copied token is a warning', async () => {
    await using system = await startSystem()
    const { password } = await system.signUp('ada')
    const logIn = () => system.logIn('ada', password)
    const post = (path: string, { token, body }: { token?: string; body?: object } = {}) =>
      system.send('POST', `${system.authUrl}${path}`, { ...(token && { token }), ...(body && { body }) })
    const linesOf = (sessionId: string) =>
      acts(system)
        .filter((line) => line.session_id === sessionId)
        .map(({ event, level, reason, by }) => [event, level, reason, by])
    const begun = ['session.created', 'info', undefined, undefined]

    const left = await logIn()
    await Promise.all([1, 2, 3].map(() => post('/auth/logout', { token: left.access_token })))
    assert.deepEqual(linesOf(left.session_id), [begun, ['session.ended', 'info', 'logout', undefined]])

    const copied = await logIn()
    const refresh = async (token: string) =>
      (await post('/auth/refresh', { body: { refresh_token: token } })).body.refresh_token
    await refresh(await refresh(copied.refresh_token))
    await Promise.all([1, 2, 3].map(() => refresh(copied.refresh_token)))
    const reused = ['session.ended', 'warn', 'refresh_reused', undefined]
    assert.deepEqual(linesOf(copied.session_id), [begun, reused])

    const [one, two, kept] = [await logIn(), await logIn(), await logIn()]
    await system.send('DELETE', `${system.authUrl}/api/v1/auth/sessions/${one.session_id}`, {
      token: kept.access_token,
    })
    const by = kept.user.id
    assert.deepEqual(linesOf(one.session_id), [begun, ['session.ended', 'info', 'revoked', by]])
    await post('/api/v1/auth/sessions/revoke', { token: kept.access_token, body: { scope: 'others' } })
    const many = acts(system).filter(({ ended }) => ended !== undefined)
    assert.deepEqual(
      many.map((line) => [line.event, line.level, line.user_id, line.reason, line.ended, line.by]),
      [['session.ended', 'info', by, 'revoked', 1, by]],
    )
    assert.deepEqual(linesOf(two.session_id), [begun], 'the line of all of them counts it')
  })
})

const me = async (system: System, token: string) =>
  (await system.send('GET', `${system.usersUrl}/api/v1/users/me`, { token })).body
