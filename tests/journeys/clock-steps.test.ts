import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startMailServer } from '#tests/support/mail-server.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { settingsApart } from '#tests/support/services-apart.ts'
import { stillClock } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'
import { answering, machine, settings as webhookSettings } from '#tests/support/webhook-machine.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'

const aheadMs = 2 * 60 * 60_000

onEachEngine((startSystem) => {
  test('an order, a mail and a webhook that were put off while the clock was ahead go out once it is right', async () => {
    await using receiver = await startReceiver()
    let takesMail = false
    await using mails = await startMailServer({
      onRcptTo: (_address, _session, callback) =>
        callback(takesMail ? null : Object.assign(new Error('later'), { responseCode: 451 })),
    })
    const clock = stillClock()
    const settings = {
      ...webhookSettings,
      ...(await settingsApart()),
      LATCHKEY_SMTP_URL: mails.url,
      LATCHKEY_MAIL_FROM: 'Shop <noreply@shop.example>',
    }
    let hasAuth = true
    await using proxy = await startProxy(settings.LATCHKEY_AUTH_URL, (sent, link) => {
      if (hasAuth) return sent
      link.cut()
      return undefined
    })
    await using auth = await startSystem({ services: 'auth', settings, clock })
    await using users = await startSystem({
      services: 'users',
      settings: { ...settings, LATCHKEY_AUTH_URL: new URL(proxy.url).origin },
      clock,
    })
    const admin = () => auth.logIn('admin', readFileSync(join(users.data, 'admin-password'), 'utf8').trim())
    const { call, hook } = await machine({ ...users, admin })
    const ada = await users.signUp('ada')
    const { access_token: token } = await auth.logIn('ada', ada.password)
    await hook(receiver.url, { event_types: ['user.suspended'] })
    receiver.answer = answering(500)
    hasAuth = false

    clock.advance(aheadMs)
    assert.equal((await call('PATCH', `/users/${ada.id}`, { status: 'suspended' })).status, 200)
    const db = await users.database('users')
    await until('each to be put off', async () => {
      const rows = await db.query<{ sink: string }>`
        SELECT sink FROM outbox WHERE last_error IS NOT NULL AND due_at > ${clock.now() - aheadMs / 2}`
      return ['auth', 'mail', 'webhook'].every((name) => rows.some(({ sink }) => sink.startsWith(name)))
    })
    clock.advance(-aheadMs)
    receiver.answer = answering(204)
    takesMail = true
    hasAuth = true
    await until('the webhook', () => receiver.requests.length > 1)
    await until('the mail', () => mails.received.length > 0)
    await until('the order', async () => {
      const { status } = await users.send('GET', `${auth.authUrl}/auth/validate`, { token })
      return status === 401
    })
  })
})
