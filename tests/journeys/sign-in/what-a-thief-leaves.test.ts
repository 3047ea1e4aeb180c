import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailIsSent, mailTo, tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const settings = { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } as const
const grace = { username: 'grace', email: 'grace@example.com', password: 'a long password' }
const hour = 60 * 60_000

const calling = (system: System, token: string) => (method: string, path: string, body?: unknown) =>
  system.send(method, `${system.usersUrl}/api/v1${path}`, { token, body })

/** Logs in from a device of this name, and returns the access token. */
async function logInFrom(system: System, device: string, { username, password } = grace): Promise<string> {
  const body = { username, password, device_name: device }
  const reply = await system.send('POST', `${system.authUrl}/auth/login`, { body })
  assert.equal(reply.status, 200)
  return reply.body.access_token
}

/** Adds the admin Grace, whose address is confirmed. */
async function addGrace(system: System): Promise<void> {
  const call = calling(system, (await system.admin()).access_token)
  const { body } = await call('POST', '/users', { ...grace, name: 'Grace', role: 'admin' })
  const db = await system.database('users')
  await db.query`UPDATE users SET email_verified_at = created_at WHERE id = ${body.id}`
}

async function makeKey(system: System, token: string, name: string, scopes = ['users:read']) {
  const made = await calling(system, token)('POST', '/api-keys', { name, scopes })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body as { id: string; key: string }
}

const opens = async (system: System, key: string) =>
  (await calling(system, key)('GET', '/users')).status === 200

interface Notice {
  id: string
  type: string
  body: string
  data: Record<string, unknown>
}

async function noticeOf(system: System, token: string, type: string): Promise<Notice> {
  let found: Notice | undefined
  await until(`a notice ${type}`, async () => {
    const { body } = await calling(system, token)('GET', '/notifications?limit=200')
    found = body.data.find((one: Notice) => one.type === type)
    return found !== undefined
  })
  return found as Notice
}

/** Splits the text of a notice into the part about what was ended and the part about what is left. */
function partsOf({ body }: Notice): [ended: string, left: string] {
  const [, ended = '', left = ''] = /made since then:\n(.*)\n.*look at each:\n(.*)$/s.exec(body) ?? []
  return [ended, left]
}

onEachEngine((startSystem) => {
  test('who takes a user back ends what was made since, and the admins see what is left', async () => {
    await using system = await startSystem({ settings })
    await addGrace(system)
    const own = await logInFrom(system, 'desk')
    const older = await makeKey(system, own, 'nightly import')
    const others = await makeKey(system, (await system.admin()).access_token, 'somebody else’s')
    system.clock.advance(3 * hour)

    const thiefs = await logInFrom(system, 'elsewhere')
    const backdoor = await makeKey(system, thiefs, 'backdoor', [
      'users:read',
      'keys:write',
      'webhooks:write',
      'events:read',
    ])
    const second = await makeKey(system, backdoor.key, 'by the backdoor')
    const hooks: string[] = []
    for (const by of [thiefs, backdoor.key]) {
      const hook = await calling(system, by)('POST', '/webhooks', {
        url: `http://127.0.0.1:9/${hooks.length}`,
        event_types: ['webhook.test'],
      })
      assert.equal(hook.status, 201)
      hooks.push(hook.body.id)
    }
    const token = await tokenFor(system, grace.email, 'take-back')
    const taken = await system.send('POST', `${system.authUrl}/api/v1/auth/take-back`, { body: { token } })
    assert.equal(taken.status, 200)

    for (const [name, key, isGood] of [
      ['backdoor', backdoor.key, false],
      ['by the backdoor', second.key, false],
      ['nightly import', older.key, true],
      ['somebody else’s', others.key, true],
    ] as const)
      assert.equal(await opens(system, key), isGood, name)
    const admin = (await system.admin()).access_token
    for (const id of hooks)
      assert.equal((await calling(system, admin)('GET', `/webhooks/${id}`)).body.disabled_reason, 'requested')
    const events = async (type: string) =>
      (await calling(system, admin)('GET', `/events?type=${type}`)).body.data.map(
        ({ data }: { data: { api_key_id?: string; webhook_id?: string } }) =>
          data.api_key_id ?? data.webhook_id,
      )
    await until('the events', async () => (await events('webhook.disabled')).length === 2)
    assert.deepEqual((await events('webhook.disabled')).toSorted(), hooks.toSorted())
    assert.deepEqual((await events('api_key.revoked')).toSorted(), [backdoor.id, second.id].toSorted())

    const notice = await noticeOf(system, admin, 'user.secured')
    const removed = await calling(system, admin)('DELETE', `/notifications/${notice.id}`)
    assert.deepEqual([removed.status, removed.body.code], [403, 'notification_kept'])
    const [ended, left] = partsOf(notice)
    for (const id of [backdoor.id, second.id, ...hooks]) assert.ok(ended.includes(id), ended)
    assert.equal(left, `API key nightly import (${older.id})`)
    await mailIsSent(system)
    const about = 'A user reported a stolen account'
    const mail = (await mailTo(system, grace.email)).find(({ subject }) => subject === about)
    assert.ok(mail?.text.includes(older.id) && mail.text.includes(backdoor.id), mail?.text)
  })

  test('who takes back a user that made nothing bothers nobody', async () => {
    await using system = await startSystem()
    await addGrace(system)
    await logInFrom(system, 'desk')
    await logInFrom(system, 'elsewhere')
    const token = await tokenFor(system, grace.email, 'take-back')
    const taken = await system.send('POST', `${system.authUrl}/api/v1/auth/take-back`, { body: { token } })
    assert.equal(taken.status, 200)
    await mailIsSent(system)
    const admin = (await system.admin()).access_token
    const { body } = await calling(system, admin)('GET', '/notifications?limit=200')
    assert.ok(!body.data.some(({ type }: Notice) => type === 'user.secured'))
  })

  test('a new password names the keys and webhooks of the last 30 days, which it does not end', async () => {
    await using system = await startSystem({ settings })
    await addGrace(system)
    const forgotten = await makeKey(system, await logInFrom(system, 'desk'), 'long ago')
    system.clock.advance(31 * 24 * hour)
    const session = await logInFrom(system, 'desk')
    const backdoor = await makeKey(system, session, 'backdoor')
    const revoked = await makeKey(system, session, 'revoked')
    assert.equal((await calling(system, session)('DELETE', `/api-keys/${revoked.id}`)).status, 204)
    const hook = (
      await calling(system, session)('POST', '/webhooks', {
        url: 'http://127.0.0.1:9/',
        event_types: ['webhook.test'],
      })
    ).body
    const changed = await system.send('POST', `${system.authUrl}/api/v1/auth/password/change`, {
      token: session,
      body: { current_password: grace.password, new_password: 'another long password' },
    })
    assert.equal(changed.status, 200)
    const { body, data } = await noticeOf(system, changed.body.access_token, 'user.password_changed')
    assert.deepEqual(data, { api_keys: [backdoor.id], webhooks: [hook.id] })
    assert.ok(
      body.includes(`API key backdoor (${backdoor.id})\nWebhook http://127.0.0.1:9/ (${hook.id})`),
      body,
    )
    await mailIsSent(system)
    const mail = (await mailTo(system, grace.email)).find(
      ({ subject }) => subject === 'Your password was changed',
    )
    assert.ok(mail?.text.includes(backdoor.id) && mail.text.includes(hook.id), mail?.text)
    for (const { id } of [forgotten, revoked]) assert.ok(!mail?.text.includes(id))
    assert.ok(await opens(system, backdoor.key))
  })

  test('what keys of a user have made is named and ended like what the user made', async () => {
    await using system = await startSystem({ settings })
    await addGrace(system)
    const makesKeys = ['users:read', 'keys:write', 'webhooks:write', 'events:read']
    const makeHook = async (by: string, at: string) => {
      const body = { url: `http://127.0.0.1:9/${at}`, event_types: ['webhook.test'] }
      const { id } = (await calling(system, by)('POST', '/webhooks', body)).body
      return id as string
    }
    const first = await makeKey(system, await logInFrom(system, 'desk'), 'first', makesKeys)
    system.clock.advance(1_000)
    const second = await makeKey(system, first.key, 'second', makesKeys)
    const third = await makeKey(system, second.key, 'third', makesKeys)
    // The second key is revoked. The third key, which was made with it, stays valid.
    const admin = (await system.admin()).access_token
    assert.equal((await calling(system, admin)('DELETE', `/api-keys/${second.id}`)).status, 204)
    system.clock.advance(31 * 24 * hour)
    const latest = await makeKey(system, third.key, 'latest')
    const hook = await makeHook(third.key, 'latest')

    const token = await logInFrom(system, 'desk')
    const changed = await system.send('POST', `${system.authUrl}/api/v1/auth/password/change`, {
      token,
      body: { current_password: grace.password, new_password: 'another long password' },
    })
    assert.equal(changed.status, 200)
    const { data } = await noticeOf(system, changed.body.access_token, 'user.password_changed')
    assert.deepEqual(data, { api_keys: [latest.id], webhooks: [hook] })

    const link = await tokenFor(system, grace.email, 'take-back')
    const taken = await system.send('POST', `${system.authUrl}/api/v1/auth/take-back`, {
      body: { token: link },
    })
    assert.equal(taken.status, 200)
    const [ended, left] = partsOf(await noticeOf(system, (await system.admin()).access_token, 'user.secured'))
    assert.equal(ended, `API key latest (${latest.id})\nWebhook http://127.0.0.1:9/latest (${hook})`)
    assert.equal(left, `API key third (${third.id})\nAPI key first (${first.id})`)
    assert.ok(!(await opens(system, latest.key)))
    for (const { key } of [first, third]) assert.ok(await opens(system, key))
  })
})
