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
  assert.match(await visitor.text(), /The address is not confirmed yet/)
  await visitor.follow('Confirm the address')
  await visitor.press('Confirm the address')
  assert.match(await visitor.text(), /The address was confirmed.*Nothing keeps this user from signing in/)
  await visitor.follow('End all sessions')
  await visitor.press('End all sessions')
  assert.match(await visitor.text(), /All sessions were ended.*Signed in nowhere/)
  await visitor.follow('Send a password link')
  await visitor.press('Send the mail')
  assert.match(await visitor.text(), /The mail is on its way/)
  await visitor.follow('Suspend')
  await visitor.fill('Reason, for whoever looks at it later', '<b>spam</b>')
  await visitor.press('Suspend the user')
  assert.match(await visitor.text(), /Suspended: no sign-in is possible\. “ <b>spam<\/b> ”/)
  await assert.rejects(system.logIn('ada', password))
  await visitor.follow('Restore')
  await visitor.press('Restore the user')
  await system.logIn('ada', password)
  await visitor.follow('Make an admin')
  await visitor.press('Make an admin')
  await visitor.follow('Take the admin role')
  await visitor.press('Take the role')
  assert.match(await visitor.text(), /no admin any more/)
  await visitor.follow('Delete')
  await visitor.fill('Type the username to confirm', 'bob')
  await visitor.press('Delete for good')
  assert.match(await visitor.text(), /nothing was deleted/)
  await visitor.fill('Type the username to confirm', 'ada')
  await visitor.press('Delete for good')
  assert.match(await visitor.text(), /The user was deleted/)
  await visitor.open(consoleUrl(system, `user?id=${id}`))
  assert.match(await visitor.text(), /There is no such page, or what it showed is gone/)
})

test('a change that somebody made meanwhile is shown, and not written over', async () => {
  await using system = await startSystem()
  await using visitor = plainVisitor()
  const { id } = await system.signUp('ada')
  await openAsAdmin(system, visitor, `suspend?id=${id}`)
  const { access_token: token } = await system.admin()
  const url = `${system.usersUrl}/api/v1/users/${id}`
  await send('PATCH', url, { token, body: { name: 'Countess Lovelace' } })
  await visitor.press('Suspend the user')
  assert.match(await visitor.text(), /changed this user meanwhile. Now it is: Countess Lovelace/)
  assert.equal((await send('GET', url, { token })).body.status, 'active')
  await visitor.press('Suspend the user')
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
  await visitor.fill('Reason, for whoever looks at it later', 'spam & more')
  await visitor.press('Suspend the user')
  assert.equal(await visitor.heading(), 'Sign in')
  await signInAsAdmin(system, visitor)
  assert.equal(await visitor.heading(), 'Suspend: ada')
  await visitor.press('Suspend the user')
  assert.match(await visitor.text(), /“ spam & more ”/)
})

test('what is dangerous asks for a fresh proof first', async () => {
  await using system = await startSystem()
  await using visitor = plainVisitor()
  const { id } = await system.signUp('ada')
  await openAsAdmin(system, visitor, `make-admin?id=${id}`)
  system.clock.advance(6 * 60_000)
  await visitor.press('Make an admin')
  await visitor.fill('Password', adminPassword(system))
  await visitor.press('Continue')
  assert.equal(await visitor.heading(), 'Make an admin: ada')
  await visitor.press('Make an admin')
  assert.match(await visitor.text(), /The user is an admin now/)
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
