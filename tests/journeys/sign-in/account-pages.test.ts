import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOfFile, browserVisitor } from '#tests/support/chromium.ts'
import { mailboxKey, mailIsSent, mailTo, tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'
import { plainVisitor, type Visitor } from '#tests/support/visitor.ts'

const ada = 'ada@example.com'
const moved = 'ada@example.org'

const logIn = (system: System, username: string, password: string) =>
  send('POST', `${system.authUrl}/auth/login`, { body: { username, password } })
const validates = async (system: System, token: string): Promise<boolean> =>
  (await send('GET', `${system.authUrl}/auth/validate`, { token })).status === 200

/** Uses the links in mails to one user for every purpose, on the account pages. `beforeEach` runs before each link is opened. */
async function wholeLife(
  system: System,
  visitor: Visitor,
  {
    base = system.authUrl,
    beforeEach = async () => {},
  }: { base?: string; beforeEach?: () => Promise<void> } = {},
): Promise<void> {
  const open = async (page: string, to: string, count = 1): Promise<void> => {
    const token = await tokenFor(system, to, page, { count })
    await beforeEach()
    await visitor.open(`${base}/account/${page}?token=${token}`)
  }
  const setPassword = async (password: string): Promise<void> => {
    await visitor.fill('New password', password)
    await visitor.press('Set password')
    assert.equal(await visitor.heading(), 'Your password is set')
  }
  const { access_token: admin } = await system.admin()
  const users = `${system.usersUrl}/api/v1/users`
  const invited = await send('POST', users, { token: admin, body: { name: 'Ada', email: ada } })

  await open('accept-invitation', ada)
  await visitor.look('accept-invitation')
  assert.equal(await visitor.heading(), 'Choose a password')
  await visitor.fill('New password', 'password')
  await visitor.press('Set password')
  assert.match(await visitor.text(), /Check your entries: This password is too common/)
  await visitor.look('accept-invitation-refused')
  await setPassword('the first password')
  await visitor.look('accept-invitation-done')
  const sessions = [
    await logIn(system, 'ada', 'the first password'),
    await logIn(system, ada, 'the first password'),
  ]
  assert.deepEqual(
    sessions.map(({ status }) => status),
    [200, 200],
  )

  await visitor.open(`${base}/account/forgot-password`)
  await visitor.look('forgot-password')
  await visitor.fill('Email address', ada)
  await visitor.press('Send link')
  assert.equal(await visitor.heading(), 'Check your email')
  await visitor.look('forgot-password-done')
  await open('reset-password', ada)
  await visitor.look('reset-password')
  assert.match(await visitor.text(), /new password for ada/)
  await setPassword('the second password')
  await visitor.look('reset-password-done')
  for (const { body } of sessions) assert.equal(await validates(system, body.access_token), false)
  assert.equal((await logIn(system, 'ada', 'the first password')).status, 401)
  const { access_token: token } = (await logIn(system, 'ada', 'the second password')).body

  const me = `${users}/me`
  await send('PATCH', me, { token, body: { email: moved } })
  await open('confirm-email', moved)
  await visitor.look('confirm-email')
  await visitor.press('Confirm email address')
  assert.equal(await visitor.heading(), 'Your email address was changed')
  await visitor.look('confirm-email-done')
  assert.equal((await send('GET', me, { token })).body.email, moved)

  await mailIsSent(system)
  const notices = (await mailTo(system, ada)).filter(({ text }) => text.includes('/account/take-back'))
  await open('take-back', ada, notices.length)
  await visitor.look('take-back')
  assert.equal(await visitor.heading(), 'Wasn’t this you?')
  await visitor.press('Recover my account')
  assert.equal(await visitor.heading(), 'Your account is recovered')
  await visitor.look('take-back-done')
  assert.equal(await validates(system, token), false)
  assert.equal((await logIn(system, 'ada', 'the second password')).status, 401)
  await setPassword('the third password')
  const { status, body } = await logIn(system, ada, 'the third password')
  assert.deepEqual([status, body.user.id, body.user.email], [200, invited.body.id, ada])

  await open('reset-password', ada)
  assert.equal(await visitor.heading(), 'This link isn’t valid')
  await visitor.look('link-invalid')
  await visitor.fill('Email address', ada)
  await visitor.press('Send another link')
  assert.equal(await visitor.heading(), 'Check your email')

  await system.signUp('bob')
  await open('verify-email', 'bob@example.com')
  await visitor.look('verify-email')
  await visitor.press('Confirm email address')
  assert.equal(await visitor.heading(), 'Your email address is confirmed')
  await visitor.look('verify-email-done')
}

onEachEngine((startSystem) => {
  test('invited, logged in, forgotten, reset, moved and taken back, by the pages alone', async () => {
    await using system = await startSystem()
    await using visitor = plainVisitor()
    await wholeLife(system, visitor)
  })
})

const { inBrowser, browser } = browserOfFile()

test(
  'the same in a browser without scripts, on a phone and a desktop, light and dark',
  inBrowser,
  async () => {
    await using system = await startSystem()
    await using visitor = await browserVisitor(browser())
    await wholeLife(system, visitor)
  },
)

test('I52 a scanner that opens every link of every mail again and again leaves each as it is', async () => {
  await using system = await startSystem()
  await using visitor = plainVisitor()
  let opened = 0
  const scan = async () => {
    const { body } = await send('GET', `${system.usersUrl}/dev/mail.json?key=${mailboxKey(system.data)}`)
    const mails = body.data as { text: string; html: string }[]
    const links = mails.flatMap(({ text, html }) => [
      ...[...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link),
      ...[...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link),
    ])
    for (const link of new Set(links))
      for (let time = 1; time <= 3; time++)
        for (const method of ['GET', 'HEAD']) {
          const response = await fetch(link, { method, redirect: 'follow' })
          await response.text()
          assert.ok([200, 400].includes(response.status), `${response.status} ${link}`)
          opened++
        }
  }
  await wholeLife(system, visitor, { beforeEach: scan })
  assert.ok(opened > 100, `${opened} times`)
})

test('the keyboard is enough, and what was wrong has the focus', inBrowser, async () => {
  await using system = await startSystem()
  await using visitor = await browserVisitor(browser())
  const { keyboard } = visitor.page
  await system.signUp('ada')
  await visitor.open(`${system.authUrl}/account/forgot-password`)
  await keyboard.press('Tab')
  await keyboard.type(ada)
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await visitor.page.getByRole('heading', { name: 'Check your email' }).waitFor()
  const token = await tokenFor(system, ada, 'reset-password')
  await visitor.open(`${system.authUrl}/account/reset-password?token=${token}`)
  await keyboard.press('Tab')
  await keyboard.type('password')
  await keyboard.press('Enter')
  await visitor.page.getByRole('alert').waitFor()
  const focused = visitor.page.locator(':focus')
  assert.match(await focused.innerText(), /Check your entries: This password is too common/)
  assert.doesNotMatch(visitor.page.url(), /token/, 'the token is not in the address any more')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await visitor.page.locator('#password[aria-invalid]:focus').waitFor()
  await keyboard.type('a password by keyboard')
  await keyboard.press('Enter')
  await visitor.page.getByRole('heading', { name: 'Your password is set' }).waitFor()
  assert.ok(await system.logIn('ada', 'a password by keyboard'))
})
