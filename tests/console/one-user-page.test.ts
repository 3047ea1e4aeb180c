import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  adminPassword,
  consoleUrl,
  hostile,
  openAsAdmin,
  openConsoleWindow,
  proveAgain,
  requireFit,
  says,
  signInAsAdmin,
} from '#tests/support/console-visitor.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type System, send, startSystem, stillClock } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { plainVisitor, type Visitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()

/** Creates a user for whom each part of the page has content. Every text that users may choose contains a script. */
async function makeHostileUser(system: System) {
  const { access_token: token, user: admin } = await system.admin()
  const { id, password } = await system.signUp('eve')
  const url = `${system.usersUrl}/api/v1/users/${id}`
  const call = async (method: string, target: string, body?: unknown, as = token) => {
    const reply = await send(method, target, { token: as, body })
    assert.ok(reply.status < 300, `${method} ${target}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const login = async (secret: string) =>
    send('POST', `${system.authUrl}/auth/login`, {
      body: { username: 'eve', password: secret, device_name: hostile },
      headers: { 'user-agent': hostile },
    })
  await call('PATCH', url, { name: hostile, metadata: { plan: hostile }, role: 'admin' })
  const { access_token: own } = (await login(password)).body
  await call('POST', `${system.usersUrl}/api/v1/api-keys`, { name: hostile, scopes: ['users:read'] }, own)
  await call('PATCH', url, { role: 'user' })
  await call('POST', `${system.usersUrl}/api/v1/notifications`, {
    user_id: id,
    type: 'invoice.paid',
    title: hostile,
  })
  await call('POST', `${url}/password-reset/link`)
  for (let guess = 0; guess < 6; guess++) await login('a wrong password')
  await call('PATCH', url, { status: 'suspended', suspension_reason: hostile })
  const db = await system.database('users')
  const now = system.clock.now()
  await db.query`
    INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, last_error, dead_at)
    VALUES (${admin.id}, 'mail', 'verify_email', ${`${id}/refused`}, 1, '{}', ${now}, 0, 1, ${hostile}, ${now})`
  await until('the history has it', async () =>
    (await call('GET', `${url}/history`)).data.some(
      ({ type }: { type: string }) => type === 'user.suspended',
    ),
  )
  return { id }
}

async function signInAgain(system: System, visitor: Visitor) {
  await signInAsAdmin(system, visitor)
}

onEachEngine((startSystem) => {
  test('one page says what is the matter with a user, who did it and why, and shows what strangers typed as text', async () => {
    // The clock does not move, because the lock after wrong passwords would otherwise end within seconds.
    await using system = await startSystem({ clock: stillClock() })
    await using visitor = plainVisitor()
    const { id } = await makeHostileUser(system)
    await openAsAdmin(system, visitor, `user?id=${id}`)
    const text = await visitor.text()
    for (const said of [
      /Suspended\. This user can’t sign in\. “ <script>/,
      /UTC , by admin/,
      /Sign-in is locked after wrong passwords or codes, at least from some networks, until/,
      /Wrong passwords: 5, the last one/,
      /The email address is not confirmed\. A confirmation link was sent. It expires/,
      /The mail server rejected an email to this user: <script>/,
      /Reset password shown to an admin, expires/,
      /Recent notifications .*<script>/,
      /User suspended Reason: “ <script>/,
      /Sign-in failed wrong password/,
      /Signed in/,
    ])
      assert.match(text, said)
    await visitor.follow('Show all activity')
    assert.match(await visitor.text(), /Everything that happened to this user.*(User created|Signed in)/)
    await visitor.open(consoleUrl(system, `user?id=${id}&tab=apps`))
    assert.match(await visitor.text(), /API keys created by this user <script>/)
  })

  test('a link for a new password is shown once, on no other page, and in no URL', async () => {
    await using system = await startSystem()
    await using visitor = plainVisitor()
    const { id } = await system.signUp('ada')
    await openAsAdmin(system, visitor, `user?id=${id}`)
    await visitor.follow('Show password reset link')
    await visitor.press('Show password reset link')
    const [, token = ''] = /reset-password\?token=([\w-]+)/.exec(await visitor.text()) ?? []
    assert.equal(token.length, 43)
    await visitor.follow('I’ve copied it')
    assert.match(await visitor.text(), /Reset password shown to an admin/)
    assert.equal((await visitor.text()).includes(token), false)
    const body = { token, password: 'a new long password' }
    assert.equal((await send('POST', `${system.authUrl}/api/v1/auth/password/reset`, { body })).status, 200)
    await visitor.open(consoleUrl(system, `user?id=${id}`))
    await visitor.follow('Set temporary password')
    await visitor.press('Set temporary password')
    assert.match(await visitor.text(), /[a-z2-9]{4}(-[a-z2-9]{4}){3}/)
  })

  test('a stale edit shows what changed meanwhile, and loses nothing that was typed', async () => {
    await using system = await startSystem()
    await using visitor = plainVisitor()
    const { id } = await system.signUp('ada')
    const { access_token: token } = await system.admin()
    const url = `${system.usersUrl}/api/v1/users/${id}`
    await send('PATCH', url, {
      token,
      body: { name: 'Ada', metadata: { plan: 'free', team: { a: 1, b: 2 } } },
    })
    await openAsAdmin(system, visitor, `edit-user?id=${id}`)
    await send('PATCH', url, { token, body: { name: 'Countess', metadata: { seats: 3 } } })
    await visitor.fill('Username', 'lovelace')
    await visitor.press('Save changes')
    assert.match(await visitor.text(), /Another admin changed this user in the meantime/)
    assert.match(await visitor.text(), /Name When you opened the form Ada Now Countess /)
    assert.equal((await send('GET', url, { token })).body.username, 'ada', 'nothing was changed')
    await visitor.fill('Metadata (JSON)', '{"plan": "paid", "team": {"a": 1}, "seats": 3}')
    await visitor.press('Save changes')
    assert.match(await visitor.text(), /User saved/)
    const { username, name, metadata } = (await send('GET', url, { token })).body
    assert.deepEqual(
      [username, name, metadata],
      ['lovelace', 'Countess', { plan: 'paid', team: { a: 1 }, seats: 3 }],
    )
  })

  test('a long form is kept through a sign-in and through a fresh proof, and nothing of it is in a URL', async () => {
    await using system = await startSystem()
    await using visitor = plainVisitor()
    const { id } = await system.signUp('ada')
    const note = 'x'.repeat(3_000)
    const { access_token: token, user: admin } = await system.admin()
    const stored = async () =>
      (
        await send('GET', `${system.usersUrl}/api/v1/users/${id}`, {
          token: (await system.admin()).access_token,
        })
      ).body
    await openAsAdmin(system, visitor, `edit-user?id=${id}`)
    await send('POST', `${system.authUrl}/api/v1/users/${admin.id}/sessions/revoke`, {
      token,
      body: { scope: 'all' },
    })
    await visitor.fill('Metadata (JSON)', JSON.stringify({ note }))
    await visitor.press('Save changes')
    assert.equal(await visitor.heading(), 'Your entries are still here')
    assert.deepEqual((await stored()).metadata, {})
    // The other tab shares the cookies of this one. The page in this tab must stay as it is.
    await visitor.inOtherTab(async () => {
      await visitor.follow('Sign in in another tab')
      await signInAgain(system, visitor)
      assert.equal(await visitor.heading(), 'You can continue')
    })
    await visitor.press('Send again')
    assert.match(await visitor.text(), /User saved/)
    assert.deepEqual((await stored()).metadata, { note })

    await send('PATCH', `${system.usersUrl}/api/v1/users/${id}`, {
      token: (await system.admin()).access_token,
      body: { role: 'admin' },
    })
    await visitor.open(consoleUrl(system, `edit-user?id=${id}`))
    await visitor.fill('Email', 'new@example.com')
    system.clock.advance(6 * 60_000)
    await visitor.press('Save changes')
    assert.match(await visitor.text(), /needs a recent sign-in/)
    await visitor.inOtherTab(async () => {
      await visitor.follow('Confirm it’s you in another tab')
      await visitor.fill('Password', adminPassword(system))
      await visitor.press('Continue')
      assert.equal(await visitor.heading(), 'You can continue')
    })
    await visitor.press('Send again')
    assert.equal((await stored()).email, 'new@example.com')
  })
})

/** Returns functions that click and type on a page and count this in `done`. */
function handOn(page: Page) {
  const done = { clicks: 0, fields: 0 }
  return {
    done,
    async click(role: 'link' | 'button', name: string) {
      done.clicks++
      await page.locator('main').getByRole(role, { name, exact: true }).first().click()
    },
    /** Opens the menu of the actions that are no buttons. */
    async more() {
      done.clicks++
      await page.getByText('More actions', { exact: true }).click()
    },
    async fill(label: string, text: string) {
      done.fields++
      await page.getByLabel(label, { exact: true }).fill(text)
    },
  }
}

test('the nine tasks of support take as few clicks and fields as the guide says', inBrowser, async () => {
  await using system = await startSystem()
  const ada = await system.signUpAndLogIn('ada')
  const grace = await system.signUp('grace')
  const { access_token: token } = await system.admin()
  const users = `${system.usersUrl}/api/v1/users`
  await send('PATCH', `${users}/${grace.id}`, { token, body: { role: 'admin' } })
  for (let guess = 0; guess < 6; guess++)
    await send('POST', `${system.authUrl}/auth/login`, { body: { username: 'ada', password: 'wrong' } })
  await using opened = await openConsoleWindow(browser(), system, 'users')
  const { page, faults } = opened
  const rows: string[] = []
  type Hand = ReturnType<typeof handOn>
  const task = async (name: string, does: (hand: Hand) => Promise<void>) => {
    const hand = handOn(page)
    await does(hand)
    rows.push(`| ${name} | ${hand.done.clicks} | ${hand.done.fields} |`)
  }
  await task('Find a user', async ({ click, fill }) => {
    await fill('Search users', 'ada@exam')
    await click('button', 'Search')
    await click('link', 'ada')
    await page.getByRole('heading', { name: 'Status', exact: true }).waitFor()
  })
  await task('Unlock a user', async ({ click }) => {
    await click('link', 'Unlock user')
    await click('button', 'Unlock user')
    await says(page, 'User unlocked.')
  })
  await task('End all sessions', async ({ click }) => {
    await click('link', 'End all sessions')
    await click('button', 'End all sessions')
    await says(page, 'All sessions ended.')
  })
  await task('Send a password reset', async ({ click }) => {
    await click('link', 'Send password reset')
    await click('button', 'Send password reset')
    await says(page, 'Password reset email sent.')
  })
  await task('Confirm an email address', async ({ click }) => {
    await click('link', 'Confirm email address')
    await click('button', 'Confirm email address')
    await says(page, 'Email address confirmed.')
  })
  await task('Suspend with a reason, and restore', async ({ more, click, fill }) => {
    await more()
    await click('link', 'Suspend user')
    await fill('Reason (shown in the audit log)', 'spam')
    await click('button', 'Suspend user')
    await says(page, 'User suspended.')
    await click('link', 'Restore access')
    await click('button', 'Restore access')
    await says(page, 'Access restored.')
  })
  await task('See what happened last week', async ({ click }) => {
    await click('link', 'Show all activity')
    await says(page, 'User suspended', { isReloaded: true })
  })
  await page.goto(consoleUrl(system, `user?id=${ada.user.id}`))
  await task('Delete a user', async ({ more, click, fill }) => {
    await more()
    await click('link', 'Delete user')
    await fill('Type the username to confirm', 'ada')
    await click('button', 'Delete user')
    await says(page, 'User deleted.')
  })
  await page.goto(consoleUrl(system, `user?id=${grace.id}`))
  await task('Set a temporary password for an admin', async ({ more, click }) => {
    await more()
    await click('link', 'Set temporary password')
    await click('button', 'Set temporary password')
    await says(page, 'Copy this now. It is shown only once.')
  })
  const guide = readFileSync(new URL('../../docs/guide/console.md', import.meta.url), 'utf8')
  assert.deepEqual(
    rows.filter((row) => !guide.includes(row)),
    [],
  )
  assert.deepEqual(faults, [])
})

test(
  'in a browser, the pages of a user are accessible, small, and run nothing that strangers typed',
  inBrowser,
  async () => {
    await using system = await startSystem()
    const { id } = await makeHostileUser(system)
    const ada = await system.signUp('ada')
    await using opened = await openConsoleWindow(browser(), system, `user?id=${id}`)
    const { page, faults, press } = opened
    for (const name of ['user', 'user-history', 'edit-user', 'suspend']) {
      await page.goto(consoleUrl(system, `${name}?id=${id}`))
      await requireFit(page, `one-${name}`)
    }
    await page.goto(consoleUrl(system, `user?id=${id}`))
    await page.getByText('More actions', { exact: true }).click()
    await requireFit(page, 'one-user-actions')
    const { access_token: token } = await system.admin()
    await page.goto(consoleUrl(system, `edit-user?id=${ada.id}`))
    await send('PATCH', `${system.usersUrl}/api/v1/users/${ada.id}`, { token, body: { name: hostile } })
    await page.getByLabel('Username', { exact: true }).fill('lovelace')
    await press('Save changes')
    await says(page, 'Another admin changed this user in the meantime')
    await requireFit(page, 'edit-user-stale')
    await page.goto(consoleUrl(system, `show-reset-link?id=${ada.id}`))
    await press('Show password reset link')
    await requireFit(page, 'reset-link-shown')
    await page.goto(consoleUrl(system, `edit-user?id=${ada.id}`))
    await page
      .getByLabel('Metadata (JSON)', { exact: true })
      .fill(JSON.stringify({ note: 'x'.repeat(2_000) }))
    await page.context().clearCookies()
    await press('Save changes')
    await says(page, 'Your entries are still here')
    await requireFit(page, 'kept-typed')
    assert.deepEqual(faults, [])
  },
)

test('the history of one user is kept as a file, after a fresh proof', inBrowser, async () => {
  await using system = await startSystem()
  const { id } = await system.signUp('ada')
  const { id: other } = await system.signUp('bob')
  await using opened = await openConsoleWindow(browser(), system, `user-history?id=${id}`)
  const { page, faults } = opened
  await says(page, 'User created', { isReloaded: true })
  await page.getByRole('heading', { name: 'ada', exact: true }).waitFor()
  system.clock.advance(6 * 60_000)
  const download = () => page.getByRole('link', { name: 'Export JSON Lines' })
  await download().click()
  await proveAgain(page, system)
  await says(page, 'Identity confirmed')
  assert.equal(new URL(page.url()).searchParams.get('id'), id)
  const [file] = await Promise.all([page.waitForEvent('download'), download().click()])
  assert.match(file.suggestedFilename(), /^events-[\d-]{10}\.jsonl$/)
  const text = (await (await file.createReadStream()).toArray()).join('')
  const types = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).type)
  assert.ok(types.includes('user.created'), text)
  assert.equal(text.includes(other), false, 'nothing about others')
  const { access_token: token } = await system.admin()
  await send('DELETE', `${system.usersUrl}/api/v1/users/${other}`, { token })
  await page.goto(consoleUrl(system, `user-history?id=${other}`))
  await says(page, `Users: ${other.slice(0, 13)}`, { isReloaded: true })
  assert.deepEqual(faults, [])
})
