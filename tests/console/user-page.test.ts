import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  adminPassword,
  consoleUrl,
  openAsAdmin,
  openConsoleWindow,
  requireFit,
  signInAsAdmin,
} from '#tests/support/console-visitor.ts'
import { send, startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()

test('support sees what is wrong with a user, and mends it, without a script', async () => {
  await using system = await startSystem()
  await using visitor = plainVisitor()
  const { id, password } = await system.signUp('ada')
  await system.logIn('ada', password)
  await openAsAdmin(system, visitor, `user?id=${id}`)
  assert.equal(await visitor.heading(), 'ada')
  assert.match(await visitor.text(), /The email address is not confirmed/)
  await visitor.follow('Confirm email address')
  await visitor.press('Confirm email address')
  assert.match(await visitor.text(), /Email address confirmed.*This user can sign in/)
  await visitor.follow('End all sessions')
  await visitor.press('End all sessions')
  assert.match(await visitor.text(), /All sessions ended.*No active sessions/)
  await visitor.follow('Send password reset')
  await visitor.press('Send password reset')
  assert.match(await visitor.text(), /Password reset email sent/)
  await visitor.follow('Suspend user')
  await visitor.fill('Reason (shown in the audit log)', '<b>spam</b>')
  await visitor.press('Suspend user')
  assert.match(await visitor.text(), /Suspended\. This user can’t sign in\. “ <b>spam<\/b> ”/)
  await assert.rejects(system.logIn('ada', password))
  await visitor.follow('Restore access')
  await visitor.press('Restore access')
  await system.logIn('ada', password)
  await visitor.follow('Make admin')
  await visitor.press('Make admin')
  await visitor.follow('Remove admin role')
  await visitor.press('Remove admin role')
  assert.match(await visitor.text(), /Admin role removed/)
  await visitor.follow('Delete user')
  await visitor.fill('Type the username to confirm', 'bob')
  await visitor.press('Delete user')
  assert.match(await visitor.text(), /Nothing was deleted/)
  await visitor.fill('Type the username to confirm', 'ada')
  await visitor.press('Delete user')
  assert.match(await visitor.text(), /User deleted/)
  await visitor.open(consoleUrl(system, `user?id=${id}`))
  assert.match(await visitor.text(), /This page doesn’t exist, or what it showed was deleted/)
})

test('a change that somebody made meanwhile is shown, and not written over', async () => {
  await using system = await startSystem()
  await using visitor = plainVisitor()
  const { id } = await system.signUp('ada')
  await openAsAdmin(system, visitor, `suspend?id=${id}`)
  const { access_token: token } = await system.admin()
  const url = `${system.usersUrl}/api/v1/users/${id}`
  await send('PATCH', url, { token, body: { name: 'Countess Lovelace' } })
  await visitor.press('Suspend user')
  assert.match(await visitor.text(), /changed this user. Current values: Countess Lovelace/)
  assert.equal((await send('GET', url, { token })).body.status, 'active')
  await visitor.press('Suspend user')
  assert.equal((await send('GET', url, { token })).body.status, 'suspended')
})

test('a session that ended in mid-work leads back to the page with what was typed', async () => {
  await using system = await startSystem()
  await using visitor = plainVisitor()
  const { id } = await system.signUp('ada')
  await openAsAdmin(system, visitor, `suspend?id=${id}`)
  const { access_token: token, user } = await system.admin()
  await send('POST', `${system.authUrl}/api/v1/users/${user.id}/sessions/revoke`, {
    token,
    body: { scope: 'all' },
  })
  await visitor.fill('Reason (shown in the audit log)', 'spam & more')
  await visitor.press('Suspend user')
  assert.equal(await visitor.heading(), 'Sign in')
  await signInAsAdmin(system, visitor)
  assert.equal(await visitor.heading(), 'Suspend user: ada')
  await visitor.press('Suspend user')
  assert.match(await visitor.text(), /“ spam & more ”/)
})

test('what is dangerous asks for a fresh proof first', async () => {
  await using system = await startSystem()
  await using visitor = plainVisitor()
  const { id } = await system.signUp('ada')
  await openAsAdmin(system, visitor, `make-admin?id=${id}`)
  system.clock.advance(6 * 60_000)
  await visitor.press('Make admin')
  await visitor.fill('Password', adminPassword(system))
  await visitor.press('Continue')
  assert.equal(await visitor.heading(), 'Make admin: ada')
  await visitor.press('Make admin')
  assert.match(await visitor.text(), /This user is now an admin/)
})

test('in a browser, the page of a user and its actions are accessible', inBrowser, async () => {
  await using system = await startSystem()
  const { id, password } = await system.signUp('ada')
  await system.logIn('ada', password)
  await using opened = await openConsoleWindow(browser(), system, `user?id=${id}`)
  const { page, faults } = opened
  for (const name of ['user', 'suspend']) {
    await page.goto(consoleUrl(system, `${name}?id=${id}`))
    await requireFit(page, name)
  }
  assert.deepEqual(faults, [])
})
