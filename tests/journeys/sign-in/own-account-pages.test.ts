import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cookieIn, pageOf, signIn, submit, titleOf } from '#tests/support/account-forms.ts'
import { checkPage } from '#tests/support/check-page.ts'
import { tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { send, startSystem, stillClock } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const passwords = ['the first password', 'the second password'] as const

onEachEngine((startSystem) => {
  test('signed up, renamed, moved, with another password and deleted, by the pages alone', async () => {
    await using system = await startSystem()
    await using visitor = plainVisitor()
    await visitor.open(`${pageOf(system, '/sign-in')}?return_to=email`)
    await visitor.follow('Create an account')
    await visitor.fill('Username', 'ada')
    await visitor.fill('Email address', 'ada@example.com')
    await visitor.fill('Password', passwords[0])
    await visitor.press('Create account')
    assert.equal(await visitor.heading(), 'Change your email address', 'where the sign-in was to lead')
    await visitor.follow('Back to your account')
    assert.equal(await visitor.heading(), 'Your account')

    await visitor.open(pageOf(system, '/name'))
    await visitor.fill('Name', ' Ada Lovelace ')
    await visitor.press('Save')
    assert.match(await visitor.text(), /Your name was changed.*Name Ada Lovelace/)

    await visitor.open(pageOf(system, '/email'))
    await visitor.fill('New email address', 'ada@example.org')
    await visitor.press('Send link')
    assert.match(
      await visitor.text(),
      /The change takes effect when you open the link in it.*ada@example\.com/,
    )
    await visitor.open(
      `${pageOf(system, '/confirm-email')}?token=${await tokenFor(system, 'ada@example.org', 'confirm-email')}`,
    )
    await visitor.press('Confirm email address')
    await visitor.open(pageOf(system, ''))
    assert.match(await visitor.text(), /Email address ada@example\.org Change/)

    const phone = await system.logIn('ada', passwords[0])
    await visitor.open(pageOf(system, '/password'))
    await visitor.fill('Current password', passwords[0])
    await visitor.fill('New password', passwords[1])
    await visitor.press('Change password')
    assert.match(await visitor.text(), /Your password was changed. All other devices were signed out/)
    const old = await send('GET', `${system.authUrl}/auth/validate`, { token: phone.access_token })
    assert.equal(old.body.reason, 'password_changed')

    const { access_token: admin } = await system.admin()
    const { user } = await system.logIn('ada', passwords[1])
    await visitor.open(pageOf(system, '/delete'))
    await visitor.fill('Your username', 'bob')
    await visitor.press('Delete my account')
    assert.match(await visitor.text(), /Check your entries: This isn’t your username\. Type ada/)
    await visitor.fill('Your username', 'Ada')
    await visitor.press('Delete my account')
    assert.equal(await visitor.heading(), 'Your account was deleted')
    const gone = await send('GET', `${system.usersUrl}/api/v1/users/${user.id}`, { token: admin })
    assert.equal(gone.status, 404)
    await visitor.open(pageOf(system, ''))
    assert.equal(await visitor.heading(), 'Sign in')
  })
})

test('what is wrong stands beside the field, and nothing is changed', async () => {
  await using system = await startSystem()
  const { id, password } = await system.signUp('ada')
  await system.signUp('bob')
  const cookie = await signIn(system, 'ada', password)
  const wrong: [path: string, fields: Record<string, string>, field: string, why: RegExp][] = [
    ['/name', { name: 'x'.repeat(201) }, 'name', /Name must be at most/],
    ['/name', { name: 'a\u202eb' }, 'name', /This name can’t be used/],
    ['/email', {}, 'email', /Enter an email address/],
    ['/email', { email: 'nobody' }, 'email', /Enter a valid email address/],
    ['/email', { email: 'bob@example.com' }, 'email', /Another account already uses this email address/],
    [
      '/password',
      { current_password: 'wrong', new_password: 'a long password' },
      'current_password',
      /Wrong password\. Enter your current password/,
    ],
    ['/password', { new_password: 'a long password' }, 'current_password', /Enter your current password/],
    [
      '/password',
      { current_password: password, new_password: 'short' },
      'new_password',
      /at least 8 characters/,
    ],
    ['/password', { current_password: password }, 'new_password', /Enter a password/],
    ['/delete', {}, 'username', /This isn’t your username/],
    ['/sign-up', { username: 'bob', email: 'x@example.com', password }, 'username', /This username is taken/],
    [
      '/sign-up',
      { username: 'a b', email: 'x@example.com', password },
      'username',
      /Use letters from a to z/,
    ],
    ['/sign-up', { username: 'eve', email: 'bob@example.com', password }, 'email', /Another account/],
    ['/sign-up', { username: 'eve', email: 'e@example.com', password: 'password' }, 'password', /too common/],
    ['/sign-up', {}, 'email', /Choose a username.*Enter an email address.*Enter a password/],
  ]
  for (const [path, fields, field, why] of wrong) {
    const reply = await submit(system, path, fields, { cookie })
    const about = `${path} ${JSON.stringify(fields).slice(0, 80)}`
    assert.equal(reply.status, 400, about)
    assert.match(reply.body, why, about)
    assert.match(reply.body, new RegExp(`<input id="${field}"[^>]* aria-invalid="true"`), about)
    assert.doesNotMatch(reply.body, /type="password"[^>]* value=/, about)
    checkPage(reply, about, 'same-origin')
  }
  for (const path of ['/name', '/email', '/password', '/delete']) {
    const more = await submit(system, path, { name: 'x', username: 'ada', user_id: id }, { cookie })
    assert.deepEqual([more.status, titleOf(more)], [400, 'Something went wrong'], path)
  }
  const { user } = await system.logIn('ada', password)
  assert.deepEqual([user.name, user.email], [null, 'ada@example.com'])
})

test('nobody changes an account from another site, or without being signed in', async () => {
  await using system = await startSystem()
  const { password } = await system.signUp('ada')
  const cookie = await signIn(system, 'ada', password)
  const forms: [path: string, fields: Record<string, string>][] = [
    ['/name', { name: 'Eve' }],
    ['/email', { email: 'eve@example.com' }],
    ['/password', { current_password: password, new_password: 'another long one' }],
    ['/delete', { username: 'ada' }],
    ['/sign-up', { username: 'eve', email: 'eve@example.com', password }],
  ]
  for (const [path, fields] of forms) {
    const foreign = await submit(system, path, fields, { cookie, 'sec-fetch-site': 'cross-site' })
    assert.equal(foreign.status, 403, path)
    if (path === '/sign-up') continue
    for (const method of ['GET', 'POST']) {
      const stranger =
        method === 'GET' ? await send('GET', pageOf(system, path)) : await submit(system, path, fields)
      const location = `sign-in?return_to=${path.slice(1)}`
      assert.deepEqual([stranger.status, stranger.headers.get('location')], [303, location], path)
    }
  }
  const { user } = await system.logIn('ada', password)
  assert.deepEqual([user.name, user.email], [null, 'ada@example.com'])
})

test('a sign-up is limited by the address of the client, and closed where only admins make users', async () => {
  await using system = await startSystem({
    settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1', LATCHKEY_SIGNUPS_PER_MINUTE: '2' },
  })
  const password = passwords[0]
  const signUp = (username: string, address: string) =>
    submit(
      system,
      '/sign-up',
      { username, email: `${username}@example.com`, password },
      { 'x-forwarded-for': address, 'accept-language': 'fr' },
    )
  const replies = [
    await signUp('one', '192.0.2.1'),
    await signUp('two', '192.0.2.1'),
    await signUp('three', '192.0.2.1'),
    await signUp('three', '192.0.2.2'),
  ]
  assert.deepEqual(
    replies.map(({ status }) => status),
    [303, 303, 429, 303],
  )
  assert.match(replies[2]?.body, /role="alert".*Trop de tentatives/)
  assert.ok(Number(replies[2]?.headers.get('retry-after')) >= 1)
  assert.equal((await system.logIn('one', password)).user.locale, 'fr')

  await using closed = await startSystem({ settings: { LATCHKEY_SIGNUP: 'closed' } })
  assert.equal((await send('GET', pageOf(closed, '/sign-up'))).status, 404)
  assert.doesNotMatch((await send('GET', pageOf(closed, '/sign-in'))).body, /sign-up/)
})

test('I12 a private sign-up answers the same for a free address and a taken one, and asks to confirm it', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_SIGNUP: 'private' } })
  const { access_token: token } = await system.admin()
  const bob = { name: 'Bob', email: 'bob@example.com', username: 'bob', password: passwords[0] }
  assert.equal((await send('POST', `${system.usersUrl}/api/v1/users`, { token, body: bob })).status, 201)
  const bodies = []
  for (const [username, email] of [
    ['ada', 'ada@example.com'],
    ['eve', 'bob@example.com'],
  ] as const) {
    const reply = await submit(system, '/sign-up', { username, email, password: passwords[0] })
    assert.deepEqual([reply.status, titleOf(reply)], [200, 'Check your email'])
    assert.equal(reply.headers.get('set-cookie'), null)
    bodies.push(reply.body.replace(email, ''))
  }
  assert.equal(bodies[0], bodies[1])
  const verify = await tokenFor(system, 'ada@example.com', 'verify-email')
  await submit(system, '/verify-email', { token: verify })
  assert.ok(await signIn(system, 'ada', passwords[0]))
})

test('an admin changes the own name on the pages', async () => {
  await using system = await startSystem()
  const password = readFileSync(join(system.data, 'admin-password'), 'utf8').trim()
  const cookie = await signIn(system, 'admin', password)
  await submit(system, '/name', { name: 'Grace' }, { cookie })
  const { user } = await system.admin()
  assert.equal(user.name, 'Grace')
})

test('the last admin is told why the account cannot go', async () => {
  await using system = await startSystem()
  const password = readFileSync(join(system.data, 'admin-password'), 'utf8').trim()
  const cookie = await signIn(system, 'admin', password)
  const reply = await submit(system, '/delete', { username: 'admin' }, { cookie })
  assert.equal(reply.status, 409)
  assert.match(reply.body, /role="alert".*You’re the last admin/)
})

test('changes on the pages are limited for each user', async () => {
  await using system = await startSystem({ clock: stillClock() })
  const { password } = await system.signUp('ada')
  const cookie = await signIn(system, 'ada', password)
  let last = 303
  for (let time = 0; time < 70 && last === 303; time++)
    last = (await submit(system, '/name', { name: `Ada ${time}` }, { cookie })).status
  assert.equal(last, 429)
})

test('a new password on the page keeps this browser signed in, with another cookie', async () => {
  await using system = await startSystem()
  const { password } = await system.signUp('ada')
  const [here, elsewhere] = [await signIn(system, 'ada', password), await signIn(system, 'ada', password)]
  const fields = { current_password: password, new_password: passwords[1] }
  const after = cookieIn(await submit(system, '/password', fields, { cookie: here }))
  const statusOf = async (cookie: string) =>
    (await send('GET', pageOf(system, ''), { headers: { cookie } })).status
  assert.deepEqual(await Promise.all([here, elsewhere, after].map(statusOf)), [303, 303, 200])
})

test('I115 an old sign-in is proven anew before an account is deleted or moved, and the page then goes on', async () => {
  await using system = await startSystem()
  const { password } = await system.signUp('ada')
  await using visitor = plainVisitor()
  const prove = async (): Promise<void> => {
    assert.equal(await visitor.heading(), 'Confirm it’s you')
    await visitor.fill('Password', password)
    await visitor.press('Continue')
  }
  await visitor.open(pageOf(system, ''))
  await visitor.fill('Username or email address', 'ada')
  await visitor.fill('Password', password)
  await visitor.press('Sign in')
  system.clock.advance(6 * 60_000)
  await visitor.open(pageOf(system, '/email'))
  await visitor.fill('New email address', 'ada@example.org')
  await visitor.press('Send link')
  await prove()
  assert.equal(await visitor.heading(), 'Change your email address')
  system.clock.advance(6 * 60_000)
  await visitor.open(pageOf(system, '/delete'))
  await visitor.fill('Your username', 'ada')
  await visitor.press('Delete my account')
  await prove()
  assert.equal(await visitor.heading(), 'Delete your account?')
  await visitor.fill('Your username', 'ada')
  await visitor.press('Delete my account')
  assert.equal(await visitor.heading(), 'Your account was deleted')
})
