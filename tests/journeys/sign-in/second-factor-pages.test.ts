import assert from 'node:assert/strict'
import { test } from 'node:test'
import { submit } from '#tests/support/account-forms.ts'
import { authenticatorApp, wrongCode } from '#tests/support/authenticator-app.ts'
import { checkPage } from '#tests/support/check-page.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { enrolApp } from '#tests/support/second-factors.ts'
import { type System, send, startSystem, stillClock } from '#tests/support/system.ts'
import { plainVisitor, type Visitor } from '#tests/support/visitor.ts'

const pageOf = (system: System, path: string): string => `${system.authUrl}/account${path}`

async function givePassword(visitor: Visitor, username: string, password: string): Promise<void> {
  await visitor.fill('Username or email address', username)
  await visitor.fill('Password', password)
  await visitor.press('Sign in')
}

async function giveCode(visitor: Visitor, code: string): Promise<void> {
  await visitor.fill('Code', code)
  await visitor.press('Sign in')
}

const livingSessions = async (system: System, userId: string) => {
  const db = await system.database('auth')
  return db.query<{ amr: string }>`SELECT amr FROM sessions WHERE user_id = ${userId} ORDER BY created_at, id`
}

onEachEngine((start) => {
  const startSystem: typeof start = (options) => start({ clock: stillClock(), ...options })

  test('I85 a sign-in on the page goes on with the code of the app, or with a recovery code', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const { app, recoveryCodes } = await enrolApp(system, ada)
    await using visitor = plainVisitor()
    await visitor.open(`${pageOf(system, '/sign-in')}?return_to=/account/forgot-password`)
    await givePassword(visitor, 'ada', ada.password)
    assert.equal(await visitor.heading(), 'Enter your code')
    assert.equal(
      (await livingSessions(system, ada.user.id)).length,
      1,
      'the password alone begins no session',
    )
    for (const wrong of [wrongCode(app), 'nonsense', '']) {
      await giveCode(visitor, wrong)
      assert.match(await visitor.text(), /Check your entries: Wrong or already used code/)
    }
    const code = app.nextCode()
    await giveCode(visitor, `${code.slice(0, 3)} ${code.slice(3)}`)
    assert.equal(await visitor.heading(), 'Forgot your password?', 'it goes where the sign-in was to lead')
    await visitor.open(pageOf(system, ''))
    assert.equal(await visitor.heading(), 'Your account')

    await using other = plainVisitor()
    await other.open(pageOf(system, '/sign-in'))
    await givePassword(other, 'ada', ada.password)
    await giveCode(other, recoveryCodes[0]?.toLowerCase() ?? '')
    assert.equal(await other.heading(), 'Your account')
    const methods = (await livingSessions(system, ada.user.id)).map(({ amr }) => amr)
    assert.deepEqual(methods, ['pwd', 'pwd otp mfa', 'pwd rec mfa'])
  })

  test('what needs a recent sign-in asks on the pages for the second factor too', async () => {
    await using system = await start({ clock: stillClock() })
    const ada = await system.signUpAndLogIn('ada')
    const { app } = await enrolApp(system, ada)
    await using visitor = plainVisitor()
    await visitor.open(pageOf(system, ''))
    await givePassword(visitor, 'ada', ada.password)
    await giveCode(visitor, app.nextCode())
    const changeAddress = async (email: string) => {
      await visitor.open(pageOf(system, '/email'))
      await visitor.fill('New email address', email)
      await visitor.press('Send link')
    }
    await changeAddress('lovelace@example.com')
    assert.equal(await visitor.heading(), 'Your account', 'a fresh sign-in with both factors is enough')
    system.clock.advance(6 * 60_000)
    await changeAddress('countess@example.com')
    assert.equal(await visitor.heading(), 'Confirm it’s you')
    await visitor.fill('Password', ada.password)
    await visitor.fill('Code', app.nextCode())
    await visitor.press('Continue')
    assert.equal(await visitor.heading(), 'Change your email address')
    await changeAddress('countess@example.com')
    assert.equal(await visitor.heading(), 'Your account')
  })

  test('a sign-in that took too long begins again, and too many codes are told to wait', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const { app } = await enrolApp(system, ada)
    await using visitor = plainVisitor()
    await visitor.open(`${pageOf(system, '/sign-in')}?return_to=/account/forgot-password`)
    await givePassword(visitor, 'ada', ada.password)
    for (let wrong = 0; wrong < 6; wrong++) await giveCode(visitor, wrongCode(app))
    assert.match(await visitor.text(), /Too many attempts. Try again in a minute/)
    system.clock.advance(10 * 60_000)
    await giveCode(visitor, app.code())
    assert.equal(await visitor.heading(), 'Sign in')
    await givePassword(visitor, 'ada', ada.password)
    await giveCode(visitor, app.nextCode())
    assert.equal(await visitor.heading(), 'Forgot your password?')
  })

  test('who must have a second factor adds an app on the page, and sees the recovery codes once', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_REQUIRE_SECOND_FACTOR: 'all' } })
    const { id, password } = await system.signUp('ada')
    await using visitor = plainVisitor()
    await visitor.open(pageOf(system, '/sign-in'))
    await givePassword(visitor, 'ada', password)
    assert.equal(await visitor.heading(), 'Add an authenticator app')
    const [, key = ''] = /Enter this key in the app: ([A-Z2-7 ]+)/.exec(await visitor.text()) ?? []
    const app = authenticatorApp(key.replaceAll(' ', ''), system.clock)
    assert.deepEqual(await livingSessions(system, id), [])
    await giveCode(visitor, wrongCode(app))
    assert.match(await visitor.text(), /Wrong or already used code/)
    await giveCode(visitor, app.code())
    assert.equal(await visitor.heading(), 'Save your recovery codes')
    assert.equal([...(await visitor.text()).matchAll(/[A-Z2-7]{4}(-[A-Z2-7]{4}){3}/g)].length, 10)
    const [typed = ''] = /[A-Z2-7]{4}(-[A-Z2-7]{4}){3}/.exec(await visitor.text()) ?? []
    await visitor.fill('One of your codes', typed.toLowerCase())
    await visitor.press('I’ve saved my codes')
    assert.equal(await visitor.heading(), 'Your account')
    assert.deepEqual(await livingSessions(system, id), [{ amr: 'pwd otp mfa' }])
  })
})

test('the pages of second factors follow the rules of all pages, in each language', async () => {
  await using system = await startSystem({
    clock: stillClock(),
    settings: { LATCHKEY_REQUIRE_SECOND_FACTOR: 'all' },
  })
  const ada = await system.signUp('ada')
  const submit = (path: string, fields: Record<string, string>, language: string) =>
    send('POST', pageOf(system, path), {
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        'accept-language': language,
      },
    })
  const titles = new Set<string>()
  for (const language of ['en', 'de', 'fr']) {
    const app = await submit('/sign-in', { username: 'ada', password: ada.password }, language)
    checkPage(app, `the app in ${language}`, 'same-origin')
    assert.match(app.body, /<svg width="240"/)
    const [, login_token = ''] = /name="login_token" value="([^"]+)"/.exec(app.body) ?? []
    const wrong = await submit('/second-factor', { login_token, code: 'nonsense' }, language)
    checkPage(wrong, `a wrong code in ${language}`, 'same-origin')
    for (const { body } of [app, wrong]) titles.add(/<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? '')
  }
  assert.equal(titles.size, 6)
})

test('whoever signs up where a second factor is demanded goes on to add it', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_REQUIRE_SECOND_FACTOR: 'all' } })
  const person = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
  const signedUp = await submit(system, '/sign-up', person)
  assert.match(signedUp.body, /<h1>Add an authenticator app<\/h1>/)
  assert.equal(signedUp.headers.get('set-cookie'), null)
})

test('I81 I89 a right password gives no cookie before the second factor, and the step names nobody', async () => {
  await using system = await startSystem({ clock: stillClock() })
  const ada = await system.signUpAndLogIn('ada')
  const { app } = await enrolApp(system, ada)
  const asked = await submit(system, '/sign-in', { username: 'ada', password: ada.password })
  assert.equal(asked.status, 200)
  checkPage(asked, 'the second step', 'same-origin')
  assert.equal(asked.headers.get('set-cookie'), null)
  const token = /name="login_token" value="([^"]+)"/.exec(asked.body)?.[1] ?? ''
  assert.ok(token)
  for (const [name, value] of [
    ['cookie', `__Host-latchkey=${token}`],
    ['authorization', `Bearer ${token}`],
  ] as const) {
    const account = await send('GET', pageOf(system, ''), { headers: { [name]: value } })
    assert.deepEqual([account.status, account.headers.get('location')], [303, 'account/sign-in'])
  }
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const forged = await submit(system, '/second-factor', { login_token: token, code: app.code() }, foreign)
  assert.deepEqual([forged.status, forged.headers.get('set-cookie')], [403, null])
  const given = { login_token: token, code: app.nextCode() }
  const done = await submit(system, '/second-factor', given)
  assert.equal(done.status, 303)
  const again = await submit(system, '/second-factor', { ...given, code: app.nextCode() })
  assert.deepEqual([again.status, again.headers.get('location')], [303, 'sign-in'], 'a step is taken once')
})
