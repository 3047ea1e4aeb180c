import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  adminPassword,
  consoleUrl,
  openAsAdmin,
  openConsoleWindow,
  requireFit,
  says,
} from '#tests/support/console-visitor.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()

onEachEngine((start) => {
  test('a new installation shows its setup on the overview until an admin hides it, and a link afterwards', async () => {
    await using system = await start()
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'overview')
    assert.match(await visitor.text(), /Set up your installation 0 of 6 done/)
    await visitor.press('Hide checklist')
    assert.match(await visitor.text(), /Checklist hidden/)
    assert.doesNotMatch(await visitor.text(), /Set up your installation/)
    await visitor.follow('Setup checklist')
    assert.equal(await visitor.heading(), 'Setup checklist')
    assert.match(await visitor.text(), /0 of 6 done/)
    assert.doesNotMatch(await visitor.text(), /Hide checklist/)
  })

  test('the steps of the setup are done where each thing is set, and the list follows', async () => {
    await using system = await start()
    await using visitor = plainVisitor()
    const { access_token: token, user } = await system.admin()
    const api = (method: string, path: string, body?: object) =>
      system.send(method, `${system.usersUrl}/api/v1/${path}`, { token, body })
    await openAsAdmin(system, visitor, 'overview')
    await visitor.follow('Set email address')
    assert.equal(await visitor.heading(), 'Edit user: admin')
    await visitor.fill('Email', 'root@example.com')
    await visitor.press('Save changes')
    assert.equal((await api('GET', `users/${user.id}`)).body.email, 'root@example.com')
    await visitor.open(consoleUrl(system, 'overview'))
    assert.match(await visitor.text(), /1 of 6 done/)
    await visitor.follow('Test email')
    await visitor.press('Send test email')
    await visitor.open(consoleUrl(system, 'overview'))
    await visitor.follow('Open branding')
    await visitor.fill('Name', 'Acme')
    await visitor.press('Save branding')
    await visitor.open(consoleUrl(system, 'overview'))
    assert.match(await visitor.text(), /3 of 6 done/)
    await visitor.follow('Create client')
    assert.equal(await visitor.heading(), 'Create client')
    await visitor.follow(kindLink)
    await visitor.fill('Name', 'Wiki')
    await visitor.check('Client credentials: act as itself, without a user (client_credentials)')
    await visitor.press('Create client')
    await visitor.open(consoleUrl(system, 'overview'))
    assert.match(await visitor.text(), /4 of 6 done/)
    await visitor.follow('Show client')
    assert.equal(await visitor.heading(), 'Wiki')
  })
})

const kindLink = 'Machine to machine Calls APIs as itself, without a user: jobs, services, scripts.'

test('in a browser, the setup is accessible, and a new password is a step of it', inBrowser, async () => {
  await using system = await startSystem()
  await using opened = await openConsoleWindow(browser(), system, 'overview')
  const { page, press, faults } = opened
  await says(page, '0 of 6 done')
  await requireFit(page, 'overview-new')
  await page.getByRole('link', { name: 'Change password', exact: true }).click()
  await page.getByLabel('New password', { exact: true }).fill('a password of my own')
  await page.getByLabel('Current password', { exact: true }).fill(adminPassword(system))
  await press('Change password')
  await page.waitForURL(/\/account\?done=password$/)
  await page.goto(consoleUrl(system, 'setup'))
  await says(page, '1 of 6 done')
  await requireFit(page, 'setup')
  await press('Hide checklist')
  await says(page, 'Checklist hidden')
  await requireFit(page, 'overview-hidden')
  assert.deepEqual(faults, [])
})
