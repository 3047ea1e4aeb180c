import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuthCounts } from '#auth/core/auth-counts.ts'
import { createLoginHours } from '#auth/sign-in/login/login-hours.ts'
import { noteBackup } from '#cli/transfer/last-backup.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { browserOfFile } from '#tests/support/chromium.ts'
import { consoleUrl, openAsAdmin, openConsoleWindow, requireFit } from '#tests/support/console-visitor.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()

const mailServer = {
  LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9',
  LATCHKEY_MAIL_FROM: 'id@example.com',
  LATCHKEY_MAILBOX: 'off',
}

/** Stores the counts of logins in the last six hours, as a node does. */
async function storeLogins(system: System): Promise<void> {
  const db = await system.database('auth')
  for (let ago = 5; ago >= 0; ago--) {
    const counts = createAuthCounts()
    counts.begun.sessions = 40 + ago * 7
    for (let wrong = 0; wrong < 3 + ago; wrong++) counts.logins.failed(new Failure('invalid_credentials'))
    counts.logins.failed(new Failure('login_address_limited', { retryAfterSeconds: 1 }))
    const now = () => system.clock.now() - ago * 3_600_000
    await createLoginHours({ db, counts, clock: { ...system.clock, now } }).store()
  }
}

test('an admin sees how sign-ins went, who is new, what was done, and that nothing fails', async () => {
  await using system = await startSystem({ settings: mailServer })
  await using visitor = plainVisitor()
  noteBackup(system.data, system.clock.now())
  await openAsAdmin(system, visitor, 'overview?hours=24')
  assert.equal(await visitor.heading(), 'Overview')
  assert.match(await visitor.text(), /Everything is working/)
  assert.match(await visitor.text(), /New users 1 in the last 7 days/)
  assert.match(await visitor.text(), /access tokens Rotates on /)
  await storeLogins(system)
  const { id } = await system.signUp('ada')
  const { access_token: token } = await system.admin()
  await send('PATCH', `${system.usersUrl}/api/v1/users/${id}`, { token, body: { status: 'suspended' } })
  await until('the overview shows the act', async () => {
    await visitor.open(consoleUrl(system, 'overview?hours=168'))
    return /User suspended · ada/.test(await visitor.text())
  })
  assert.match(await visitor.text(), /Wrong password or factor: 33 Rate-limited: 6/)
  assert.match(await visitor.text(), /2 in the last 7 days ada ada · /)
})

test('what was given up and what is late is said at the top', async () => {
  await using system = await startSystem()
  await using visitor = plainVisitor()
  const db = await system.database('users')
  const at = system.clock.now() - 120_000
  for (const [id, dead] of [
    ['1', at],
    ['2', null],
  ] as const)
    await db.query`
      INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, dead_at, last_error)
      VALUES (${id}, 'nowhere', 'x', ${id}, 1, '{}', ${at}, ${at}, 1, ${dead}, 'refused')`
  await openAsAdmin(system, visitor, 'overview')
  assert.match(
    await visitor.text(),
    /nowhere: 1 failed for good\. Review failed deliveries nowhere: 1 pending, the oldest for 2 minutes/,
  )
})

test('in a browser, the overview is accessible and small', inBrowser, async () => {
  await using system = await startSystem()
  await storeLogins(system)
  await using opened = await openConsoleWindow(browser(), system, 'overview')
  const { page, faults } = opened
  const chart = page.getByRole('img', { name: /Sign-ins per hour/ })
  assert.equal(await chart.locator('rect').count(), 18)
  await page.getByText('Show as table').click()
  assert.equal(await page.locator('details[open] tbody tr').count(), 6)
  await requireFit(page, 'overview')
  assert.deepEqual(faults, [])
})
