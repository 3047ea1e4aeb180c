import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieIn, pageOf, signIn, submit, titleOf } from '#tests/support/account-forms.ts'
import { type AuthenticatorApp, authenticatorApp, wrongCode } from '#tests/support/authenticator-app.ts'
import { checkPage } from '#tests/support/check-page.ts'
import { startFactorScene } from '#tests/support/factor-scene.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type System, send, startSystem, stillClock } from '#tests/support/system.ts'
import { plainVisitor, type Visitor } from '#tests/support/visitor.ts'

const codeLabel = 'Code'
const codeForm = /[A-Z2-7]{4}(-[A-Z2-7]{4}){3}/g

async function signInOn(visitor: Visitor, system: System, password: string): Promise<void> {
  await visitor.open(pageOf(system, '/sign-in'))
  await visitor.fill('Username or email address', 'ada')
  await visitor.fill('Password', password)
  await visitor.press('Sign in')
}

/** Reads the secret of a new authenticator app from the page that shows it. */
async function appOn(visitor: Visitor, system: System): Promise<AuthenticatorApp> {
  const [, key = ''] = /Enter this key in the app: ([A-Z2-7 ]+)/.exec(await visitor.text()) ?? []
  return authenticatorApp(key.replaceAll(' ', ''), system.clock)
}

async function typeBack(visitor: Visitor): Promise<string[]> {
  assert.equal(await visitor.heading(), 'Save your recovery codes')
  const codes = [...(await visitor.text()).matchAll(codeForm)].map(([code]) => code)
  assert.equal(codes.length, 10)
  await visitor.fill('One of your codes', 'AAAA-BBBB-CCCC-DDDD')
  await visitor.press('I’ve saved my codes')
  assert.match(await visitor.text(), /Check your entries: This isn’t one of the codes above/)
  await visitor.fill('One of your codes', codes[7]?.toLowerCase().replaceAll('-', ' ') ?? '')
  await visitor.press('I’ve saved my codes')
  assert.match(await visitor.text(), /Your recovery codes are active/)
  return codes
}

onEachEngine((start) => {
  test('an app is added, replaced and removed on the pages, and recovery codes are kept', async () => {
    await using system = await start({ clock: stillClock() })
    await using visitor = plainVisitor()
    const { password } = await system.signUp('ada')
    await signInOn(visitor, system, password)
    await visitor.follow('Add')
    assert.equal(await visitor.heading(), 'Add an authenticator app')
    await visitor.press('Continue')
    const app = await appOn(visitor, system)
    await visitor.fill(codeLabel, wrongCode(app))
    await visitor.press('Confirm')
    assert.match(await visitor.text(), /Wrong or already used code/)
    await visitor.fill(codeLabel, app.code())
    await visitor.press('Confirm')
    await typeBack(visitor)
    assert.match(await visitor.text(), /Recovery codes 10 left/, 'a code that is typed back is not used up')

    await visitor.follow('New codes')
    assert.equal(await visitor.heading(), 'Confirm it’s you', 'the password alone is no proof any more')
    await visitor.fill('Password', password)
    await visitor.press('Continue')
    assert.match(await visitor.text(), /Check your entries: Enter the code/)
    await visitor.fill('Password', 'wrong')
    await visitor.fill(codeLabel, app.nextCode())
    await visitor.press('Continue')
    assert.match(await visitor.text(), /Enter your current password/)
    await visitor.fill('Password', password)
    await visitor.fill(codeLabel, app.code())
    await visitor.press('Continue')
    assert.equal(await visitor.heading(), 'Create new recovery codes', 'it goes on to where the person was')
    await visitor.press('Create recovery codes')
    await typeBack(visitor)

    await visitor.follow('Replace')
    assert.equal(await visitor.heading(), 'Replace your authenticator app')
    await visitor.press('Continue')
    const other = await appOn(visitor, system)
    await visitor.fill(codeLabel, other.code())
    await visitor.press('Confirm')
    assert.match(await visitor.text(), /Your authenticator app was added/)
    await using elsewhere = plainVisitor()
    await signInOn(elsewhere, system, password)
    await elsewhere.fill(codeLabel, other.nextCode())
    await elsewhere.press('Sign in')
    assert.equal(await elsewhere.heading(), 'Your account')
    await visitor.follow('Remove')
    assert.equal(await visitor.heading(), 'Remove your authenticator app?')
    assert.match(await visitor.text(), /All other devices are signed out/)
    await visitor.press('Remove authenticator app')
    assert.match(await visitor.text(), /Your authenticator app was removed.*Authenticator app Not set up Add/)
    await elsewhere.open(pageOf(system, ''))
    assert.equal(await elsewhere.heading(), 'Sign in', 'whoever else may have had the app')
    await visitor.press('Sign out')
    await signInOn(visitor, system, password)
    assert.equal(await visitor.heading(), 'Your account', 'no code is asked for any more')
  })
})

const acts = ['app', 'confirm-app', 'remove-app', 'recovery-codes']

test('I115 each page about a way in asks an old session for a proof, and changes nothing before', async () => {
  await using scene = await startFactorScene()
  const { system, ada, app, cookie } = scene
  system.clock.advance(6 * 60_000)
  for (const page of acts)
    for (const method of ['GET', 'POST']) {
      const reply =
        method === 'GET'
          ? await send('GET', pageOf(system, `/${page}`), { headers: { cookie } })
          : await submit(system, `/${page}`, { code: app.code() }, { cookie })
      const location = `prove?return_to=${page}`
      assert.deepEqual([reply.status, reply.headers.get('location')], [303, location], `${method} ${page}`)
    }
  const factors = `${system.usersUrl}/api/v1/users/me/factors`
  const { body } = await send('GET', factors, { token: ada.access_token })
  assert.ok(body.totp)
  assert.equal(body.recovery_codes.left, 10)
})

test('I116 a proof on the page raises the session that it has, and gives it another cookie', async () => {
  await using scene = await startFactorScene()
  const { system, ada, app, cookie } = scene
  const db = await system.database('auth')
  const sessions = () => db.query`SELECT id, expires_at FROM sessions WHERE ended_at IS NULL ORDER BY id`
  const before = await sessions()
  system.clock.advance(6 * 60_000)
  const given = { password: ada.password, code: app.nextCode(), return_to: 'recovery-codes' }
  const proven = await submit(system, '/prove', given, { cookie })
  assert.deepEqual([proven.status, proven.headers.get('location')], [303, 'recovery-codes'])
  const renewed = cookieIn(proven)
  assert.notEqual(renewed, cookie)
  const titles = []
  for (const one of [cookie, renewed])
    titles.push(titleOf(await send('GET', pageOf(system, '/recovery-codes'), { headers: { cookie: one } })))
  assert.deepEqual(titles, ['', 'Create new recovery codes'], 'a copy of the old cookie is worth nothing')
  assert.deepEqual(await sessions(), before)
  for (const elsewhere of ['https://evil.example', '//evil.example', '/x', 'prove']) {
    const fresh = cookieIn(await scene.begin())
    const more = { ...given, code: app.nextCode(), return_to: elsewhere }
    const led = await submit(system, '/prove', more, { cookie: fresh })
    assert.equal(led.headers.get('location'), '../account', elsewhere)
  }
})

test('I98 a recovery code proves who one is, but makes no further codes', async () => {
  await using scene = await startFactorScene()
  const { system, begin, recoveryCodes } = scene
  const cookie = cookieIn(await begin({ code: recoveryCodes[0] ?? '' }))
  const account = await send('GET', pageOf(system, ''), { headers: { cookie } })
  assert.match(account.body, /9 left/)
  const made = await submit(system, '/recovery-codes', {}, { cookie })
  assert.equal(made.headers.get('location'), 'prove?return_to=recovery-codes')
  const asked = await send('GET', pageOf(system, '/prove?return_to=recovery-codes'), { headers: { cookie } })
  assert.doesNotMatch(asked.body, /recovery codes/, 'it asks for a code of the app')
})

test('recovery codes are saved as a file, which holds nothing else than codes', async () => {
  await using scene = await startFactorScene()
  const { system, recoveryCodes } = scene
  const codes = recoveryCodes.join(' ')
  const file = await submit(system, '/codes-file', { codes, username: 'ada' }, { 'accept-language': 'de' })
  assert.deepEqual(
    [file.status, file.headers.get('content-disposition'), file.headers.get('cache-control')],
    [200, 'attachment; filename="recovery-codes.txt"', 'no-store'],
  )
  assert.equal(
    file.body,
    `Wiederherstellungscodes für ada. Jeder Code kann nur einmal verwendet werden.\r\n\r\n${recoveryCodes.join('\r\n')}\r\n`,
  )
  const bents: Record<string, string>[] = [
    {},
    { codes: `${codes} <script>`, username: 'ada' },
    { codes, username: 'a\nb' },
    { codes: 'x', username: 'ada' },
  ]
  for (const bent of bents)
    for (const path of ['/codes-file', '/codes-kept']) {
      const reply = await submit(system, path, bent)
      assert.deepEqual([reply.status, titleOf(reply)], [400, 'Something went wrong'])
    }
})

test('I87 proofs on the page are limited as those of the API', async () => {
  await using scene = await startFactorScene()
  const { system, ada, app, cookie } = scene
  const prove = (fields: Record<string, string>) => submit(system, '/prove', fields, { cookie })
  const statuses = []
  for (let wrong = 0; wrong < 6; wrong++)
    statuses.push((await prove({ password: ada.password, code: wrongCode(app) })).status)
  assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429])
  const limited = await prove({ password: ada.password, code: app.code() })
  assert.equal(limited.status, 429)
  assert.match(limited.body, /Too many attempts/)
  assert.ok(Number(limited.headers.get('retry-after')) > 0)
})

test('pages about ways in are safe and in three languages, and no other site sends their forms', async () => {
  await using scene = await startFactorScene()
  const { system, cookie, recoveryCodes } = scene
  const titles = new Set<string>()
  for (const language of ['en', 'de', 'fr']) {
    const headers = { cookie, 'accept-language': language }
    const pages = [
      ...[...acts, 'prove?return_to=app'].map((page) => send('GET', pageOf(system, `/${page}`), { headers })),
      submit(system, '/app', {}, headers),
      submit(system, '/confirm-app', { code: 'nonsense' }, headers),
      submit(system, '/codes-kept', { codes: recoveryCodes.join(' '), username: 'ada' }, headers),
    ]
    for (const reply of await Promise.all(pages)) {
      checkPage(reply, `${titleOf(reply)} in ${language}`, 'same-origin')
      titles.add(titleOf(reply))
    }
  }
  assert.equal(titles.size, 7 * 3)
  for (const page of [...acts, 'prove', 'codes-kept', 'codes-file']) {
    const foreign = await submit(system, `/${page}`, {}, { cookie, 'sec-fetch-site': 'cross-site' })
    assert.equal(foreign.status, 403, page)
    const stranger = await submit(system, `/${page}`, {})
    assert.equal(stranger.status, page.startsWith('codes-') ? 400 : 303, page)
  }
})

test('a sign-in leads back to the page about a way in that was asked for', async () => {
  await using system = await startSystem()
  const { password } = await system.signUp('ada')
  const stranger = await send('GET', pageOf(system, '/app'))
  assert.equal(stranger.headers.get('location'), 'sign-in?return_to=app')
  const signedIn = await submit(system, '/sign-in', { username: 'ada', password, return_to: 'app' })
  assert.equal(signedIn.headers.get('location'), 'app')
  const cookie = await signIn(system, 'ada', password)
  const codes = await send('GET', pageOf(system, '/recovery-codes'), { headers: { cookie } })
  assert.equal(codes.headers.get('location'), '../account', 'there is nothing that codes could stand in for')
})

test('I81 I84 a half-done login gains nothing on any page, whatever is sent and in whichever order', async () => {
  await using scene = await startFactorScene()
  const { system, ada, recoveryCodes } = scene
  const db = await system.database('auth')
  const living = async () =>
    (await db.query<{ n: number }>`SELECT COUNT(*) AS n FROM sessions WHERE ended_at IS NULL`)[0]?.n
  const before = await living()
  const asked = await submit(system, '/sign-in', { username: 'ada', password: ada.password })
  const [, token = ''] = /name="login_token" value="([^"]+)"/.exec(asked.body) ?? []
  assert.match(token, /^lk_login_/)
  const pages = [
    '',
    '/sign-in',
    '/second-factor',
    '/own-password',
    '/name',
    '/email',
    '/password',
    '/delete',
    '/prove',
    ...acts.map((act) => `/${act}`),
    '/codes-kept',
    '/codes-file',
    '/add-passkey',
    '/passkey-options',
    '/rename-passkey',
    '/remove-passkey',
    '/forget-device',
    '/forget-devices',
    '/end-session',
  ]
  const codes = recoveryCodes.join(' ')
  const forms: Record<string, string>[] = [
    {},
    { login_token: token },
    { login_token: token, code: '', kinds: 'code', has_passkey: 'true', remember: 'true' },
    { login_token: token, credential: '{}', has_passkey: 'true' },
    { token, password: ada.password, username: 'ada' },
    { login_token: token, password: ada.password, return_to: 'app', codes, code: '000000' },
  ]
  for (const cookie of ['', `__Host-latchkey=${token}`, `__Host-latchkey-device=${token}`])
    for (const page of pages)
      for (const form of forms) {
        const reply = await submit(system, page, form, { cookie })
        const about = `${page} ${JSON.stringify(form)} ${cookie}`
        assert.equal(reply.headers.get('set-cookie'), null, about)
        assert.ok(reply.status < 500 || reply.status === 503, about)
      }
  assert.equal(await living(), before)
})
