import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInHost } from '#tests/support/command-host.ts'
import { mailTo } from '#tests/support/mail.ts'
import { parseMail, smtpRefusal, startMailServer } from '#tests/support/mail-server.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { storedEvents } from '#tests/support/stored.ts'
import { type System, startSystem } from '#tests/support/system.ts'

const address = 'root@example.com'
const mailSettings = (url: string) => ({ LATCHKEY_SMTP_URL: url, LATCHKEY_MAIL_FROM: 'id@example.com' })

/** Gives the first admin an address that receives email, and returns functions that send test emails as this admin. */
async function asAdmin(system: System, { email = address }: { email?: string } = {}) {
  const { access_token: token, user } = await system.admin()
  const url = `${system.usersUrl}/api/v1`
  if (email !== '')
    assert.equal(
      (await system.send('PATCH', `${url}/users/${user.id}`, { token, body: { email } })).status,
      200,
    )
  return {
    user,
    send: () => system.send('POST', `${url}/system/test-email`, { token }),
    checklist: async () => (await system.send('GET', `${url}/setup-checklist`, { token })).body,
  }
}

onEachEngine((startSystem) => {
  test('an admin sends a test email to their own address, and reads the reply of the mail server', async () => {
    await using smtp = await startMailServer()
    await using system = await startSystem({ settings: mailSettings(smtp.url) })
    const { user, send, checklist } = await asAdmin(system)
    const count = smtp.received.length
    assert.equal((await checklist()).email_tested, false)
    const { status, body } = await send()
    assert.equal(status, 200)
    assert.match(body.reply, /^250 /)
    assert.deepEqual(
      { ...body, reply: null },
      {
        outcome: 'accepted',
        to: address,
        server: `127.0.0.1:${smtp.port}, from id@example.com`,
        fault: null,
        reply: null,
      },
    )
    const [received] = smtp.received.slice(count).filter(({ raw }) => /Test email/.test(raw))
    assert.deepEqual(received?.to, [address])
    assert.match(parseMail(received?.raw ?? '').text, /to test the settings for email/)
    assert.equal((await checklist()).email_tested, true)
    const events = await storedEvents(await system.database('users'), 'email.tested')
    assert.deepEqual(
      events.map(({ data: { outcome, fault, by } }) => [outcome, fault, by]),
      [['accepted', null, user.id]],
    )
  })

  test('without a mail server, the test email is in the mailbox; a placeholder gets none', async () => {
    await using system = await startSystem()
    const first = await asAdmin(system, { email: '' })
    const { status, body } = await first.send()
    assert.deepEqual([status, body.outcome, body.fault], [200, 'failed', 'no_address'])
    const { send, checklist } = await asAdmin(system)
    assert.deepEqual((await send()).body, {
      outcome: 'stored',
      to: address,
      server: null,
      fault: null,
      reply: null,
    })
    const subjects = (await mailTo(system, address)).map(({ subject }) => subject)
    assert.equal(subjects.filter((subject) => subject === 'Test email').length, 1)
    assert.equal((await checklist()).email_tested, true)
  })

  test('after five test emails, an admin has to wait', async () => {
    await using system = await startSystem()
    const { send } = await asAdmin(system)
    for (let at = 0; at < 5; at++) assert.equal((await send()).status, 200)
    const { status, body, headers } = await send()
    assert.deepEqual([status, body.code], [429, 'changes_limited'])
    assert.equal(headers.get('retry-after'), '720')
    system.clock.advance(12 * 60_000)
    assert.equal((await (await asAdmin(system)).send()).status, 200)
    const sent = (await mailTo(system, address)).filter(({ subject }) => subject === 'Test email')
    assert.equal(sent.length, 6)
  })
})

test('a test email that fails says at which step, with the reply of the mail server', async () => {
  await using refusing = await startMailServer({ onMailFrom: (_, __, done) => done(smtpRefusal(550)) })
  await using unknown = await startMailServer({ onRcptTo: (_, __, done) => done(smtpRefusal(550)) })
  await using busy = await startMailServer({ onRcptTo: (_, __, done) => done(smtpRefusal(451)) })
  await using locked = await startMailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_, __, done) => done(smtpRefusal(535)),
  })
  await using gone = await startMailServer()
  const gonePort = gone.port
  await gone[Symbol.asyncDispose]()
  const cases: [url: string, fault: string, reply: RegExp][] = [
    [refusing.url, 'sender_refused', /550/],
    [unknown.url, 'recipient_refused', /550/],
    [busy.url, 'deferred', /451/],
    [`smtp://shop:secret@127.0.0.1:${locked.port}?tls=none`, 'login_refused', /535/],
    [`smtp://127.0.0.1:${gonePort}`, 'connection_failed', /ECONNREFUSED/],
    [`smtps://127.0.0.1:${busy.port}`, 'tls_failed', /./],
    ['smtp://mail.invalid', 'host_not_found', /./],
  ]
  for (const [url, fault, reply] of cases) {
    await using system = await startSystem({ settings: mailSettings(url) })
    const { send, checklist } = await asAdmin(system)
    const { status, body } = await send()
    assert.deepEqual([status, body.outcome, body.fault], [200, 'failed', fault], `${url}: ${body.reply}`)
    assert.match(body.reply, reply)
    assert.doesNotMatch(body.reply, /@/)
    assert.equal((await checklist()).email_tested, false)
  }
})

test('the command sends a test email to an admin only, and says what to correct', async () => {
  await using smtp = await startMailServer()
  await using system = await startSystem()
  await system.signUp('ada')
  const run = (name: string, more: Record<string, string> = {}) =>
    runInHost(['mail', 'test', name], {
      LATCHKEY_DATA: system.data,
      LATCHKEY_AUTH_URL: system.authUrl,
      ...more,
    })
  const placeholder = await run('admin')
  assert.equal(placeholder.code, 1)
  assert.match(placeholder.out, /placeholder[\s\S]*fix: latchkey users update admin --email ADDRESS/)
  const { code, err } = await run('ada')
  assert.deepEqual([code, /ada is not an admin/.test(err)], [1, true], err)
  await asAdmin(system)
  const stored = await run('admin')
  assert.deepEqual([stored.code, stored.err], [0, ''])
  assert.match(stored.out, /is in the mailbox/)
  const sent = await run('admin', mailSettings(smtp.url))
  assert.equal(sent.code, 0, sent.err)
  assert.match(
    sent.out,
    /Sent to root@example\.com by 127\.0\.0\.1:\d+, from id@example\.com[\s\S]*reply: 250/,
  )
  assert.equal(smtp.received.length, 1)
  const refused = await run('admin', mailSettings(`smtp://127.0.0.1:${smtp.port}?tls=required`))
  assert.equal(refused.code, 1)
  assert.match(refused.out, /fix: /)
})
