import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { consoleUrl, openAsAdmin } from '#tests/support/console-visitor.ts'
import { summaryOf } from '#tests/support/export-file.ts'
import { pngOf } from '#tests/support/images.ts'
import { type Installation, newInstallation } from '#tests/support/installation.ts'
import { mailIsSent, mailTo } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { newMasterKey } from '#tests/support/process.ts'
import { issuer, plainBrowser, relyingParty } from '#tests/support/relying-party.ts'
import { storedEvents } from '#tests/support/stored.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const noImages = { logo: null, logo_dark: null, favicon: null }
const noLinks = { privacy_url: null, terms_url: null, help_url: null }
const unset = { name: null, color: null, ...noLinks, language: null, ...noImages }

/** Returns a function that calls the branding with a token. */
const caller =
  (system: System, token: string) =>
  (method: string, body?: object, headers: Record<string, string> = {}) =>
    system.send(method, `${system.usersUrl}/api/v1/branding`, { token, body, headers })

onEachEngine((startSystem) => {
  test('an admin sets the branding under its ETag, and the event names the changed fields', async () => {
    await using system = await startSystem()
    const { access_token: token, user } = await system.admin()
    const call = caller(system, token)
    const first = await call('GET')
    assert.deepEqual([first.status, first.body], [200, unset])
    const etag = first.headers.get('etag') ?? ''
    const brand = { name: 'Käse & Söhne', color: '#0b57d0', help_url: 'https://example.com/help' }
    const changed = await call('PATCH', brand, { 'if-match': etag })
    assert.deepEqual([changed.status, changed.body], [200, { ...unset, ...brand }])
    const late = await call('PATCH', { name: 'Other' }, { 'if-match': etag })
    assert.deepEqual([late.status, late.body.code], [412, 'precondition_failed'])
    const same = await call('PATCH', { name: 'Käse & Söhne' })
    assert.equal(same.headers.get('etag'), changed.headers.get('etag'), 'nothing changed')
    assert.equal((await call('PATCH', { help_url: null })).status, 200)
    assert.deepEqual((await call('GET')).body, { ...unset, ...brand, help_url: null })
    const events = await storedEvents(await system.database('users'), 'branding.updated')
    const seen = events.map(({ subject, data: { changed: names, by } }) => [subject, names, by])
    assert.deepEqual(seen, [
      [null, ['name', 'color', 'help_url'], user.id],
      [null, ['help_url'], user.id],
    ])
  })

  test('without a recent sign-in, and without the scope, the branding stays', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { access_token: own } = await system.signUpAndLogIn('ada')
    for (const method of ['GET', 'PATCH']) {
      const { status, body } = await caller(system, own)(
        method,
        method === 'PATCH' ? { name: 'X' } : undefined,
      )
      assert.deepEqual([status, body.code], [403, 'forbidden'], method)
    }
    system.clock.advance(5 * 60_000 + 1_000)
    const call = caller(system, token)
    const { status, body } = await call('PATCH', { name: 'Acme' })
    assert.deepEqual([status, body.code], [401, 'reauthentication_required'])
    assert.deepEqual((await call('GET')).body, unset)
  })

  test('values that could deceive users are refused, with the field that is wrong', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const call = caller(system, token)
    const wrong: [field: string, value: string][] = [
      ['name', ''],
      ['name', ' '],
      ['name', 'See https://phish.example'],
      ['name', '<b>Acme</b>'],
      ['name', 'two\nlines'],
      ['name', 'Acme\u202egnp'],
      ['name', 'Acme\u061c'],
      ['name', 'Ac\u200bme'],
      ['name', 'Acme\ufeff'],
      ['language', 'es'],
      ['language', 'de-AT'],
      ['name', 'x'.repeat(81)],
      ['help_url', `https://example.com/${'x'.repeat(481)}`],
      ['color', 'red'],
      ['color', '#0b57d0; } body { display: none'],
      ['privacy_url', 'http://example.com/privacy'],
      ['terms_url', 'javascript:alert(1)'],
      ['help_url', 'https://example.com@phish.example/'],
      ['help_url', 'https://example.com/"onclick'.concat(' x')],
    ]
    for (const [field, value] of wrong) {
      const { status, body } = await call('PATCH', { [field]: value })
      assert.deepEqual([status, body.errors?.[0]?.pointer], [400, `/${field}`], `${field} ${value}`)
    }
    assert.deepEqual((await call('GET')).body, unset)
  })

  test('pages and emails are in the language of the branding, unless the user or the browser has one', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { user: ada } = await system.signUpAndLogIn('ada')
    const { user: bob } = await system.signUpAndLogIn('bob')
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'users')
    const ofAda = `${system.usersUrl}/api/v1/users/${ada.id}`
    await system.send('PATCH', ofAda, { token, body: { locale: 'fr' } })
    assert.equal((await caller(system, token)('PATCH', { language: 'de' })).status, 200)
    system.clock.advance(5_000)
    const shown = async (accepted?: string) => {
      const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted }
      const { body } = await system.send('GET', `${system.authUrl}/account/sign-in`, { headers })
      return /<html lang="(\w+)"/.exec(body)?.[1]
    }
    assert.deepEqual(
      [await shown(), await shown('es'), await shown('fr'), await shown('en')],
      ['de', 'de', 'fr', 'en'],
    )
    await visitor.open(consoleUrl(system, 'users'))
    assert.match(visitor.source(), /<html lang="de"/)
    for (const { email } of [ada, bob])
      await system.send('POST', `${system.authUrl}/api/v1/auth/password/forgot`, { body: { email } })
    await mailIsSent(system)
    const languages = async (to: string) => (await mailTo(system, to)).at(-1)?.language
    assert.deepEqual([await languages(ada.email), await languages(bob.email)], ['fr', 'de'])
  })

  test('account pages, pages of the OpenID provider and the console show a change of the branding within five seconds', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    await relyingParty(system, {
      name: 'Television',
      token_endpoint_auth_method: 'none',
      redirect_uris: [],
      grant_types: ['device_code', 'refresh_token'],
    })
    const browser = plainBrowser(system)
    const shown = async (path: string) => (await browser.go(`${issuer}${path}`)).text()
    const paths = ['/account/sign-in', '/oidc/device', '/oidc/authorize?client_id=unknown']
    for (const path of paths) assert.doesNotMatch(await shown(path), /Acme|https:\/\/example\.com/, path)
    const brand = {
      name: 'Acme',
      color: '#ffd500',
      privacy_url: 'https://example.com/privacy',
      terms_url: 'https://example.com/terms',
      help_url: 'https://example.com/help?a=1&b=2',
    }
    assert.equal((await caller(system, token)('PATCH', brand)).status, 200)
    system.clock.advance(5_000)
    for (const path of paths) {
      const html = await shown(path)
      assert.match(html, /<title>[^<]+ · Acme<\/title>/, path)
      assert.match(html, /--accent: light-dark\(#\w{6}, #ffd500\)/, path)
      assert.match(html, /<a href="https:\/\/example\.com\/privacy">Privacy<\/a>/, path)
      assert.match(html, /<a href="https:\/\/example\.com\/terms">Terms<\/a>/, path)
      assert.match(html, /<a href="https:\/\/example\.com\/help\?a=1&amp;b=2">Help<\/a>/, path)
    }
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'users')
    const ofConsole = visitor.source()
    assert.match(ofConsole, /<title>[^<]*Acme · /)
    const path = /href="(assets\/[^"]+\/styles\.css)"/.exec(ofConsole)?.[1] ?? ''
    const style = await fetch(consoleUrl(system, path))
    assert.match(await style.text(), /#ffd500/)
  })

  test('emails have the branding at the time they are sent, and the logo from the origin of the pages', async () => {
    const publicUrl = 'https://id.example.com/sign-in'
    await using system = await startSystem({
      settings: { LATCHKEY_PUBLIC_URL: publicUrl, LATCHKEY_MAILBOX: 'on' },
    })
    const { access_token: token } = await system.admin()
    const { user: ada } = await system.signUpAndLogIn('ada')
    const newest = async () => {
      await system.send('POST', `${system.authUrl}/api/v1/auth/password/forgot`, {
        body: { email: ada.email },
      })
      await mailIsSent(system)
      return (await mailTo(system, ada.email)).at(-1)
    }
    assert.doesNotMatch((await newest())?.html ?? '', /Acme|<img/)
    const brand = { name: 'Acme', color: '#ffd500', privacy_url: 'https://example.com/privacy' }
    assert.equal((await caller(system, token)('PATCH', brand)).status, 200)
    const image = `${system.usersUrl}/api/v1/branding/images/logo`
    const body = pngOf({ width: 512, height: 64 })
    const { logo } = (
      await system.send('PUT', image, { token, headers: { 'content-type': 'image/png' }, body })
    ).body
    const { html = '', text = '' } = (await newest()) ?? {}
    assert.match(html, />Acme<\/p>/)
    assert.ok(html.includes(`src="${publicUrl}${logo.path}" alt="" width="200" height="25"`), html)
    assert.match(html, /#ffd500/)
    assert.match(html, /<a href="https:\/\/example\.com\/privacy"[^>]*>Privacy<\/a>/)
    assert.match(text, /\n-- \nAcme\n[^\n]+\nPrivacy: https:\/\/example\.com\/privacy\n$/)
  })

  test('what the environment sets takes precedence over the stored branding', async () => {
    const settings = {
      LATCHKEY_BRAND_NAME: 'Fixed',
      LATCHKEY_BRAND_COLOR: '#ffd500',
      LATCHKEY_LANGUAGE: 'en',
    }
    await using system = await startSystem({ settings })
    const { access_token: token } = await system.admin()
    const help_url = 'https://example.com/help'
    await caller(system, token)('PATCH', { name: 'Acme', color: '#00ff00', help_url, language: 'de' })
    const html = (await system.send('GET', `${system.authUrl}/account/sign-in`)).body as string
    assert.match(html, /<title>Sign in · Fixed<\/title>/)
    assert.match(html, /#ffd500/)
    assert.doesNotMatch(html, /Acme|#00ff00/)
    assert.match(html, /href="https:\/\/example\.com\/help"/, 'the environment has no such link')
    const { user } = await system.signUpAndLogIn('ada')
    await mailIsSent(system)
    const [mail] = await mailTo(system, user.email)
    assert.match(mail?.html ?? '', /#ffd500/)
    assert.match(mail?.text ?? '', /\n-- \nFixed\n[^\n]+\nHelp: https:\/\/example\.com\/help\n$/)
  })
})

test('pages of a node that cannot reach the user service show the branding that it knew last', async () => {
  await using users = await startSystem()
  const { access_token: token } = await users.admin()
  const settings = {
    LATCHKEY_USERS_URL: users.usersUrl,
    LATCHKEY_SERVICE_TOKEN: users.serviceToken(),
    LATCHKEY_MASTER_KEY: newMasterKey(),
  }
  await using auth = await startSystem({ services: 'auth', settings })
  const title = async () => {
    const { body } = await auth.send('GET', `${auth.authUrl}/account/sign-in`)
    return /<title>([^<]+)<\/title>/.exec(body)?.[1]
  }
  assert.equal(await title(), 'Sign in')
  assert.equal((await caller(users, token)('PATCH', { name: 'Acme' })).status, 200)
  auth.clock.advance(5_000)
  assert.equal(await title(), 'Sign in · Acme')
  await users.stop()
  auth.clock.advance(5_000)
  assert.equal(await title(), 'Sign in · Acme')
})

test('the stylesheet of the console is served by a node that has read an older or a newer color', async () => {
  await using users = await startSystem()
  const { access_token: token } = await users.admin()
  const settings = {
    LATCHKEY_USERS_URL: users.usersUrl,
    LATCHKEY_SERVICE_TOKEN: users.serviceToken(),
    LATCHKEY_MASTER_KEY: newMasterKey(),
  }
  await using auth = await startSystem({ services: 'auth', settings })
  const style = async (system: System, url: string) => {
    const reply = await fetch(consoleUrl(system, url))
    return reply.status === 200 ? /#ffd500|#ff00d5/.exec(await reply.text())?.[0] : reply.status
  }
  // The node reads the branding before it has a color.
  await auth.send('GET', `${auth.authUrl}/account/sign-in`)
  assert.equal((await caller(users, token)('PATCH', { color: '#ffd500' })).status, 200)
  users.clock.advance(5_000)
  await using visitor = plainVisitor()
  await openAsAdmin(users, visitor, 'users')
  const styleUrl = () => /href="(assets\/[^"]+\/styles\.css)"/.exec(visitor.source())?.[1] ?? ''
  const first = styleUrl()
  // The branding that the node knows is fresh, so that a page would not read it now.
  auth.clock.advance(300)
  assert.equal(await style(auth, first), '#ffd500')
  assert.equal((await caller(users, token)('PATCH', { color: '#ff00d5' })).status, 200)
  users.clock.advance(5_000)
  await visitor.open(consoleUrl(users, 'users'))
  assert.notEqual(styleUrl(), first)
  assert.deepEqual([await style(users, styleUrl()), await style(users, first)], ['#ff00d5', '#ffd500'])
})

test('an export carries the branding, and an import keeps one that was set before', async () => {
  await using first = await newInstallation('sqlite')
  await using second = await newInstallation('postgres')
  const started = await first.start()
  const password = readFileSync(join(first.data, 'admin-password'), 'utf8').trim()
  const login = await send('POST', `${started.auth}/auth/login`, { body: { username: 'admin', password } })
  const token = login.body.access_token
  const change = (name: string) =>
    send('PATCH', `${started.users}/api/v1/branding`, { token, body: { name } })
  assert.equal((await change('Acme')).status, 200)
  await started.stop()
  const file = first.newPath()
  assert.equal((await first.run('export', file)).code, 0)

  const imported = await second.run('import', file)
  assert.deepEqual([imported.code, summaryOf(imported.out, 'branding')], [0, [1, 1, 0, 0, 0]], imported.err)
  const stored = async (at: Installation) =>
    (await at.rows('instance_settings')).filter((row) => JSON.stringify(row).includes('branding'))
  const rows = await stored(first)
  assert.match(rows.join(), /Acme/)
  assert.deepEqual(await stored(second), rows)
  const other = first.newPath()
  writeFileSync(other, readFileSync(file, 'utf8').replace('"Acme"', '"Other"'))
  const again = await second.run('import', other)
  assert.deepEqual([again.code, summaryOf(again.out, 'branding')], [0, [1, 0, 1, 0, 0]], again.err)
  assert.deepEqual(await stored(second), rows)
})
