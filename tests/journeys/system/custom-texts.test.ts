import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { languages } from '#contract/declaration/languages.ts'
import type { CustomTextResource } from '#contract/system/custom-texts.ts'
import { summaryOf } from '#tests/support/export-file.ts'
import { newInstallation } from '#tests/support/installation.ts'
import { mailIsSent, mailTo } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { newMasterKey } from '#tests/support/process.ts'
import { storedEvents } from '#tests/support/stored.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'

/** Returns a function that calls the texts of the branding with a token. */
const caller =
  (system: System, token: string) =>
  (method: string, path = '', body?: object, headers: Record<string, string> = {}) =>
    system.send(method, `${system.usersUrl}/api/v1/branding/texts${path}`, { token, body, headers })

const signInPage = async (system: System, language = 'en'): Promise<string> =>
  (
    await system.send('GET', `${system.authUrl}/account/sign-in`, {
      headers: { 'accept-language': language },
    })
  ).body

onEachEngine((startSystem) => {
  test('an admin replaces a text in one language and deletes it, under the ETag of the branding', async () => {
    await using system = await startSystem()
    const { access_token: token, user } = await system.admin()
    const call = caller(system, token)
    const all = await call('GET')
    const subject = all.body.data.find(({ id }: CustomTextResource) => id === 'email.invitation.subject')
    assert.partialDeepStrictEqual(subject, {
      multiline: false,
      max_length: 100,
      placeholders: ['duration'],
      defaults: { en: 'You’re invited' },
      texts: { en: null, de: null, fr: null },
    })
    const etag = all.headers.get('etag') ?? ''
    const path = '/email.invitation.subject'
    const text = 'Your account at Acme'
    const put = await call('PUT', `${path}/en`, { text }, { 'if-match': etag })
    assert.deepEqual([put.status, put.body], [200, { ...subject, texts: { en: text, de: null, fr: null } }])
    const late = await call('PUT', `${path}/de`, { text: 'Ihr Konto' }, { 'if-match': etag })
    assert.deepEqual([late.status, late.body.code], [412, 'precondition_failed'])
    const same = await call('PUT', `${path}/en`, { text: ` ${text}\n` })
    assert.deepEqual([same.body, same.headers.get('etag')], [put.body, put.headers.get('etag')])
    assert.deepEqual((await call('GET', path)).body, put.body)
    assert.equal((await call('DELETE', `${path}/en`)).status, 204)
    const again = await call('DELETE', `${path}/en`)
    assert.deepEqual([again.status, again.body.code], [404, 'custom_text_not_found'])
    assert.deepEqual((await call('GET', path)).body, subject)
    const events = await storedEvents(await system.database('users'), 'branding.updated')
    const changed = ['texts.email.invitation.subject.en']
    assert.deepEqual(
      events.map(({ data }) => [data.changed, data.by]),
      [
        [changed, user.id],
        [changed, user.id],
      ],
    )
  })

  test('a text that could deceive users is refused, and what is no text of the list is not found', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const call = caller(system, token)
    const wrong: [text: string, code: string][] = [
      ['Sign in at https://phish.example', 'url_not_allowed'],
      ['phish.example', 'url_not_allowed'],
      ['<a href=x>here</a>', 'invalid_format'],
      ['Acme\u202egnp', 'invalid_format'],
      ['{token}', 'unknown_placeholder'],
      ['x'.repeat(501), 'too_long'],
    ]
    for (const [text, code] of wrong) {
      const { status, body } = await call('PUT', '/email.invitation.intro/en', { text })
      assert.deepEqual(
        [status, body.errors?.[0]?.pointer, body.errors?.[0]?.code],
        [400, '/text', code],
        text,
      )
    }
    const long = await call('PUT', '/page.sign_in.title/en', { text: 'x'.repeat(101) })
    assert.equal(long.body.errors?.[0]?.code, 'too_long')
    for (const path of ['/email.password_changed.subject/en', '/page.sign_in.title/es', '/__proto__/en'])
      assert.equal((await call('PUT', path, { text: 'x' })).status, 400, path)
    const { body } = await call('GET')
    assert.ok(
      body.data.every(({ texts }: CustomTextResource) => languages.every((one) => texts[one] === null)),
    )
  })

  test('without a recent sign-in, and without the scope, no text is replaced', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { access_token: own } = await system.signUpAndLogIn('ada')
    const path = '/page.sign_in.title/en'
    type Call = Parameters<ReturnType<typeof caller>>
    const changes: Call[] = [
      ['PUT', path, { text: 'x' }],
      ['DELETE', path],
    ]
    const all: Call[] = [['GET', ''], ...changes]
    for (const call of all) assert.equal((await caller(system, own)(...call)).status, 403, call[0])
    system.clock.advance(5 * 60_000 + 1_000)
    for (const call of changes) {
      const { status, body } = await caller(system, token)(...call)
      assert.deepEqual([status, body.code], [401, 'reauthentication_required'], call[0])
    }
  })

  test('pages and emails show the texts within five seconds, in their language, and buttons and links stay', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const call = caller(system, token)
    const texts: [path: string, text: string][] = [
      ['page.sign_in.title/en', 'Welcome to Acme & Co'],
      ['page.sign_in.intro/en', 'Staff only.\n\nIt’s monitored.'],
      ['page.sign_in.name_label/en', 'Staff number'],
      ['page.sign_in.title/de', 'Willkommen bei Acme'],
      ['page.invitation.intro/en', 'Hello {username}!'],
      ['email.invitation.subject/en', 'Your account is ready for {duration}'],
      ['email.invitation.intro/en', "Acme's team invites you.\nYou have '{duration}'.\n\nSee you!"],
      ['email.contact/en', 'Questions? Call extension 4711.'],
      ['email.footer/en', 'Sent by the help desk.'],
    ]
    for (const [path, text] of texts)
      assert.equal((await call('PUT', `/${path}`, { text })).status, 200, path)
    system.clock.advance(5_000)
    const page = await signInPage(system)
    assert.match(page, /<title>Welcome to Acme &amp; Co<\/title>/)
    assert.match(
      page,
      /<h1>Welcome to Acme &amp; Co<\/h1><p class="lead">Staff only.<\/p><p class="lead">It’s monitored.<\/p>/,
    )
    assert.match(page, />Staff number</)
    assert.match(page, /<button[^>]*><span>Sign in</)
    assert.match(await signInPage(system, 'de'), /<h1>Willkommen bei Acme<\/h1>/)
    assert.match(await signInPage(system, 'fr'), /<h1>Se connecter<\/h1>/)
    const email = 'grace@example.com'
    const made = await system.send('POST', `${system.usersUrl}/api/v1/users`, {
      token,
      body: { username: 'grace', name: 'Grace', email },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await mailIsSent(system)
    const mail = (await mailTo(system, email)).at(-1)
    assert.equal(mail?.subject, 'Your account is ready for 7 days')
    const link = /http\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    assert.equal(
      mail?.text,
      `Hello grace,\n\nAcme's team invites you.\n\nYou have '7 days'.\n\nSee you!\n\nChoose a password\n${link}\n\nThe link works once and expires after 7 days.\n\nQuestions? Call extension 4711.\n\n-- \nSent by the help desk.\n`,
    )
    const opened = await system.send('GET', link.replace(/^https?:\/\/[^/]+/, system.authUrl))
    assert.match(opened.body, /<p class="lead">Hello <bdi>grace<\/bdi>!<\/p>/)
  })

  test('a stored text that this version does not accept is passed over', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const stored = {
      'page.sign_in.title': { en: 'See phish.example', de: '{app}', fr: 'Bonjour' },
      'page.of_a_later_version.title': { en: 'x' },
    }
    const db = await system.database('users')
    await db.query`UPDATE instance_settings SET settings = ${JSON.stringify(stored)} WHERE id = 'custom-texts'`
    // The change of another field tells nodes that something has changed.
    await system.send('PATCH', `${system.usersUrl}/api/v1/branding`, { token, body: { name: 'Acme' } })
    system.clock.advance(5_000)
    assert.match(await signInPage(system), /<h1>Sign in<\/h1>/)
    assert.match(await signInPage(system, 'de'), /<h1>Anmelden<\/h1>/)
    assert.match(await signInPage(system, 'fr'), /<h1>Bonjour<\/h1>/)
    assert.equal((await caller(system, token)('GET')).status, 200)
  })
})

test('a node that cannot reach the user service shows the texts that it knew last', async () => {
  await using users = await startSystem()
  const { access_token: token } = await users.admin()
  const settings = {
    LATCHKEY_USERS_URL: users.usersUrl,
    LATCHKEY_SERVICE_TOKEN: users.serviceToken(),
    LATCHKEY_MASTER_KEY: newMasterKey(),
  }
  await using auth = await startSystem({ services: 'auth', settings })
  const title = async () => /<h1>([^<]+)<\/h1>/.exec(await signInPage(auth))?.[1]
  assert.equal(await title(), 'Sign in')
  await caller(users, token)('PUT', '/page.sign_in.title/en', { text: 'Welcome' })
  auth.clock.advance(5_000)
  assert.equal(await title(), 'Welcome')
  await caller(users, token)('PUT', '/page.sign_in.title/en', { text: 'Hello' })
  await users.stop()
  auth.clock.advance(5_000)
  assert.equal(await title(), 'Welcome')
})

test('an export carries the texts, and an import checks them and keeps those that were set before', async () => {
  await using first = await newInstallation('sqlite')
  await using second = await newInstallation('postgres')
  const started = await first.start()
  const password = readFileSync(join(first.data, 'admin-password'), 'utf8').trim()
  const login = await send('POST', `${started.auth}/auth/login`, { body: { username: 'admin', password } })
  const token = login.body.access_token
  for (const [path, text] of [
    ['page.sign_in.title/en', 'Welcome'],
    ['email.footer/fr', 'Merci'],
  ])
    await send('PUT', `${started.users}/api/v1/branding/texts/${path}`, { token, body: { text } })
  await started.stop()
  const file = first.newPath()
  assert.equal((await first.run('export', file)).code, 0)
  const imported = await second.run('import', file)
  assert.deepEqual(
    [imported.code, summaryOf(imported.out, 'custom_text')],
    [0, [2, 2, 0, 0, 0]],
    imported.err,
  )
  const stored = async () =>
    (await second.rows('instance_settings')).filter((row) => row.includes('custom-texts')).join()
  const before = await stored()
  assert.match(before, /Welcome/)
  const other = first.newPath()
  const lines = readFileSync(file, 'utf8')
    .replace('"Welcome"', '"Other"')
    .replace('"email.footer.fr"', '"email.footer.de"')
  writeFileSync(other, lines.replace('"Merci"', '"phish.example"'))
  const again = await second.run('import', other)
  assert.deepEqual(summaryOf(again.out, 'custom_text'), [2, 0, 1, 0, 1], again.err)
  assert.equal(await stored(), before)
})
