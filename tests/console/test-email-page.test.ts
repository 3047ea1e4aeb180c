import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  consoleUrl,
  openAsAdmin,
  openConsoleWindow,
  requireFit,
  says,
} from '#tests/support/console-visitor.ts'
import { smtpRefusal, startMailServer } from '#tests/support/mail-server.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()

const address = 'root@example.com'
const mailSettings = (url: string) => ({ LATCHKEY_SMTP_URL: url, LATCHKEY_MAIL_FROM: 'id@example.com' })

async function giveAddress(system: System): Promise<void> {
  const { access_token: token, user } = await system.admin()
  const url = `${system.usersUrl}/api/v1/users/${user.id}`
  assert.equal((await system.send('PATCH', url, { token, body: { email: address } })).status, 200)
}

onEachEngine((start) => {
  test('without a script, an admin sends a test email from the health page and reads the reply', async () => {
    await using smtp = await startMailServer()
    await using system = await start({ settings: mailSettings(smtp.url) })
    await giveAddress(system)
    const count = smtp.received.length
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'health')
    await visitor.press('Send test email')
    assert.equal(await visitor.heading(), 'Test email')
    assert.match(await visitor.text(), /The mail server accepted the email/)
    assert.match(await visitor.text(), /from id@example\.com Reply 250 /)
    assert.equal(smtp.received.slice(count).filter(({ raw }) => /Test email/.test(raw)).length, 1)
    for (let at = 0; at < 5; at++) await visitor.press('Send test email')
    assert.match(await visitor.text(), /Too many requests in a short time/)
  })

  test('a test email that is refused names the step and the setting to correct', async () => {
    await using smtp = await startMailServer({ onMailFrom: (_, __, done) => done(smtpRefusal(550)) })
    await using system = await start({ settings: mailSettings(smtp.url) })
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'test-email')
    await visitor.press('Send test email')
    assert.match(await visitor.text(), /Your email address is a placeholder/)
    await visitor.follow('Change your email address')
    assert.equal(await visitor.heading(), 'Edit user: admin')
    await giveAddress(system)
    await visitor.open(consoleUrl(system, 'test-email'))
    await visitor.press('Send test email')
    const text = await visitor.text()
    assert.match(text, /The mail server refused the sender .* LATCHKEY_MAIL_FROM/)
    assert.match(text, /Connect : done .* Sender \(MAIL FROM\) : failed Recipient \(RCPT TO\) : not reached/)
    assert.match(text, /Reply .*550/)
  })
})

test('in a browser, each result of a test email is accessible and fits', inBrowser, async () => {
  await using smtp = await startMailServer({ onRcptTo: (_, __, done) => done(smtpRefusal(550)) })
  await using system = await startSystem({ settings: mailSettings(smtp.url) })
  await using opened = await openConsoleWindow(browser(), system, 'test-email')
  const { page, press, faults } = opened
  await requireFit(page, 'test-email')
  await press('Send test email')
  await says(page, 'Your email address is a placeholder')
  await requireFit(page, 'test-email-placeholder')
  await giveAddress(system)
  await press('Send test email')
  await says(page, 'The mail server refused the recipient')
  await requireFit(page, 'test-email-failed')
  assert.deepEqual(faults, [])
})

test('in a browser, a test email without a mail server leads to the settings', inBrowser, async () => {
  await using system = await startSystem()
  await giveAddress(system)
  await using opened = await openConsoleWindow(browser(), system, 'health')
  await opened.press('Send test email')
  await says(opened.page, 'The email is in the mailbox of this machine')
  await says(opened.page, /Set LATCHKEY_SMTP_URL and LATCHKEY_MAIL_FROM/)
  await requireFit(opened.page, 'test-email-stored')
})
