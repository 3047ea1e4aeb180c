import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { summaryOf } from '#tests/support/export-file.ts'
import { newInstallation } from '#tests/support/installation.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { storedEvents } from '#tests/support/stored.ts'
import { type System, send } from '#tests/support/system.ts'

const unset = { name: null, color: null, privacy_url: null, terms_url: null, help_url: null }

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
  const rows = await first.rows('instance_settings')
  assert.match(rows.join(), /Acme/)
  assert.deepEqual(await second.rows('instance_settings'), rows)
  const other = first.newPath()
  writeFileSync(other, readFileSync(file, 'utf8').replace('"Acme"', '"Other"'))
  const again = await second.run('import', other)
  assert.deepEqual([again.code, summaryOf(again.out, 'branding')], [0, [1, 0, 1, 0, 0]], again.err)
  assert.deepEqual(await second.rows('instance_settings'), rows)
})
