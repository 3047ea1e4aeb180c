import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runInHost } from '#tests/support/command-host.ts'
import { pngOf } from '#tests/support/images.ts'
import { startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

test('an operator brands the pages from the command line, and sees what the environment fixes', async () => {
  await using system = await startSystem()
  const folder = temporaryFolder()
  const environment = { LATCHKEY_DATA: system.data, LATCHKEY_BRAND_COLOR: '#ff8c00' }
  const run = (...args: string[]) => runInHost(['branding', ...args], environment)
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const links = ['--help-url', 'https://example.com/help', '--default-language', 'de']
  const set = await run('set', '--name', 'Acme', '--color', '#0B57D0', ...links)
  assert.equal(set.code, 0, set.err)
  const image = await run('set-image', 'logo', '--file', file('logo.png', pngOf({ width: 64, height: 32 })))
  assert.match(image.out, /^logo +image\/png, 64 x 32, \d+ bytes$/m)
  const title = file('title.txt', 'Willkommen bei Acme\n')
  const text = await run('set-text', 'page.sign_in.title', '--locale', 'de', '--file', title)
  assert.equal(text.out, 'Replaced page.sign_in.title (de):\nWillkommen bei Acme\n')
  assert.match((await run('texts')).out, /^page\.sign_in\.title +en {2}de\* fr +at most 100 characters$/m)
  const { out } = await run('show')
  assert.match(out, /^name +Acme$/m)
  assert.match(out, /^takes precedence +LATCHKEY_BRAND_COLOR=#ff8c00$/m)
  system.clock.advance(5_000)
  const page = (await system.send('GET', `${system.authUrl}/account/sign-in`)).body
  assert.match(page, /<html lang="de">.*<title>Willkommen bei Acme · Acme<\/title>/)
  assert.equal((await run('set', '--name', '')).code, 0)
  assert.match((await run('show')).out, /^name +not set$/m)
})

test('a wrong value is refused with what is wrong, and nothing is changed', async () => {
  await using system = await startSystem()
  const environment = { LATCHKEY_DATA: system.data }
  const run = (...args: string[]) => runInHost(['branding', ...args], environment)
  const before = (await run('show', '--json')).out
  const large = join(temporaryFolder(), 'large.png')
  writeFileSync(large, Buffer.alloc(64 * 1024 + 1))
  const text = ['set-text', 'page.sign_in.title', '--locale', 'en']
  const wrong: [args: string[], code: number, said: RegExp][] = [
    [['set'], 2, /branding set needs at least one change/],
    [['set', '--color', 'red'], 1, /color/],
    [['set-image', 'logo', '--file', large], 2, /is larger than 64 KiB/],
    [['set-image', 'logo', '--file', '/no/such/file'], 2, /cannot be read/],
    [['set-image', 'banner', '--file', process.execPath.replace(/[^/]+$/, '')], 2, /cannot be read/],
    [text, 2, /needs --text or --file/],
    [[...text, '--text', 'phish.example'], 1, /URL, a host name or an email address/],
    [[...text, '--text', '{app}'], 1, /no placeholders/],
    [
      ['set-text', 'email.password_changed.subject', '--locale', 'en', '--text', 'x'],
      2,
      /none of the texts: email\.verify_email/,
    ],
    [['delete-text', 'page.sign_in.title', '--locale', 'es'], 2, /must be en or de or fr/],
    [['delete-image', 'logo'], 1, /isn't set/],
  ]
  for (const [args, code, said] of wrong) {
    const done = await run(...args)
    assert.equal(done.code, code, `${args.join(' ')}: ${done.err}`)
    assert.match(done.err, said, args.join(' '))
  }
  assert.equal((await run('show', '--json')).out, before)
})
