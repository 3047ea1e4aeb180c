import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteBackup } from '#cli/transfer/last-backup.ts'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  consoleUrl,
  hostile,
  openAsAdmin,
  openConsoleWindow,
  proveAgain,
  requireFit,
  says,
} from '#tests/support/console-visitor.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { send, startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()
const day = 86_400_000

onEachEngine((start, engine) => {
  test('without a script, an admin sees keys, settings and health, and replaces a key', async () => {
    await using system = await start()
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'signing-keys')
    assert.equal(await visitor.heading(), 'Signing keys')
    assert.match(
      await visitor.text(),
      /access tokens Rotate key access tokens .* Active Signs since .* Rotates on /,
    )
    await visitor.follow('Rotate key access tokens')
    assert.equal(await visitor.heading(), 'Rotate signing key: access tokens')
    await visitor.press('Rotate signing key')
    assert.match(await visitor.text(), /The next key is published/)
    assert.match(await visitor.text(), /EdDSA Next Signs from /)
    await visitor.open(consoleUrl(system, 'settings'))
    assert.match(await visitor.text(), /LATCHKEY_DATA .* environment/)
    assert.doesNotMatch(await visitor.text(), /LATCHKEY_KEY_ROTATION/)
    await visitor.follow('All')
    assert.match(await visitor.text(), /LATCHKEY_KEY_ROTATION 90d default/)
    await visitor.open(consoleUrl(system, 'health'))
    assert.match(await visitor.text(), /No mail server is configured/)
    const words = engine === 'sqlite' ? /No backup has been made.*SQLite, embedded 3/ : /PostgreSQL 1\d/
    assert.match(await visitor.text(), words)
  })
})

test('what is wrong is said first, in words, with what to do', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } })
  await using visitor = plainVisitor()
  noteBackup(system.data, system.clock.now() - 5 * day)
  const now = system.clock.now()
  const auth = await system.database('auth')
  await auth.query`
    INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, dead_at, last_error)
    VALUES ('1', 'users', 'x', '1', 1, '{}', ${now}, ${now}, 9, ${now}, 'refused')`
  const users = await system.database('users')
  const { access_token: token } = await system.admin()
  const body = { url: 'http://127.0.0.1:9/x', event_types: ['user.deleted'] }
  assert.equal((await send('POST', `${system.usersUrl}/api/v1/webhooks`, { token, body })).status, 201)
  await users.query`UPDATE webhooks SET failing_since = ${now}`
  await openAsAdmin(system, visitor, 'health')
  const text = await visitor.text()
  for (const words of [
    /Events to the user service: 1 failed for good/,
    /Deliveries to this webhook fail: http:\/\/127\.0\.0\.1:9\/x/,
    /The last backup is 5 days old/,
  ])
    assert.match(text, words)
})

test(
  'in a browser, the pages of the system are accessible and small, and a fresh proof leads back to a rotation',
  inBrowser,
  async () => {
    await using system = await startSystem({ settings: { LATCHKEY_BRAND_NAME: hostile } })
    const db = await system.database('users')
    const now = system.clock.now()
    await db.query`
      INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, dead_at, last_error)
      VALUES ('1', ${hostile}, 'x', '1', 1, '{}', ${now}, ${now}, 9, ${now}, 'refused')`
    await using opened = await openConsoleWindow(browser(), system, 'health')
    const { page, press, faults } = opened
    await says(page, hostile)
    await requireFit(page, 'health')
    await page.goto(consoleUrl(system, 'settings?show=all'))
    await says(page, hostile)
    await requireFit(page, 'settings')
    system.clock.advance(6 * 60_000)
    await page.goto(consoleUrl(system, 'signing-keys'))
    await page.getByRole('link', { name: 'Rotate key access tokens', exact: true }).click()
    await requireFit(page, 'rotate-signing-key')
    await page.getByLabel('When', { exact: true }).selectOption('now')
    await press('Rotate signing key')
    await proveAgain(page, system)
    assert.equal(await page.getByLabel('When', { exact: true }).inputValue(), 'now')
    await press('Rotate signing key')
    await says(page, 'Key rotated. The new key signs from now on.')
    await says(page, 'retired')
    await requireFit(page, 'signing-keys')
    assert.deepEqual(faults, [])
  },
)
