import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { openAsAdmin } from '#tests/support/console-visitor.ts'
import { summaryOf } from '#tests/support/export-file.ts'
import { pngOf, sampleLogo, webp } from '#tests/support/images.ts'
import { newInstallation } from '#tests/support/installation.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { newMasterKey } from '#tests/support/process.ts'
import { storedEvents } from '#tests/support/stored.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

interface Sent {
  body?: Buffer | string | object
  type?: string
  headers?: Record<string, string>
}

/** Returns a function that calls an image of the branding with a token. */
const caller =
  (url: string, token: string) =>
  (method: string, image = 'logo', { body, type = 'image/png', headers }: Sent = {}) =>
    send(method, `${url}/api/v1/branding/images/${image}`, {
      token,
      headers: { ...(body === undefined ? {} : { 'content-type': type }), ...headers },
      ...(body === undefined ? {} : { body }),
    })

/** Opens the sign-in page five seconds later, when each node has read what was changed. */
async function signInPage(system: System): Promise<string> {
  system.clock.advance(5_000)
  return (await system.send('GET', `${system.authUrl}/account/sign-in`)).body
}

const imagePath = (name: string) => new RegExp(`\\.\\./(account/assets/brand/[0-9a-f]{32}/${name})"`)
const pathIn = (html: string, name: string): string => imagePath(name).exec(html)?.[1] ?? ''

async function served(system: System, path: string) {
  const reply = await fetch(`${system.authUrl}/${path}`)
  const { status, headers } = reply
  return { status, headers, content: Buffer.from(await reply.arrayBuffer()) }
}

onEachEngine((startSystem) => {
  test('an admin uploads an image under the ETag of the branding, reads it as it was sent, and deletes it', async () => {
    await using system = await startSystem()
    const { access_token: token, user } = await system.admin()
    const call = caller(system.usersUrl, token)
    assert.deepEqual((await call('GET')).body.code, 'image_not_found')
    assert.deepEqual((await call('DELETE')).body.code, 'image_not_found')
    const before = await send('GET', `${system.usersUrl}/api/v1/branding`, { token })
    const headers = { 'if-match': before.headers.get('etag') ?? '' }
    const put = await call('PUT', 'logo', { body: sampleLogo, headers })
    const { path, ...logo } = put.body.logo
    assert.deepEqual([put.status, logo], [200, { type: 'image/png', width: 64, height: 32, size: 149 }])
    assert.match(path, /^\/account\/assets\/brand\/[0-9a-f]{32}\/logo$/)
    const late = await call('PUT', 'logo', { body: webp('lossy'), headers })
    assert.deepEqual([late.status, late.body.code], [412, 'precondition_failed'])
    const again = await call('PUT', 'logo', { body: sampleLogo, type: 'application/octet-stream' })
    assert.equal(again.headers.get('etag'), put.headers.get('etag'), 'nothing changed')
    const icon = await call('PUT', 'favicon', { body: webp('lossless'), type: 'image/webp' })
    assert.deepEqual(
      [icon.body.favicon.type, icon.body.logo, icon.body.logo_dark],
      ['image/webp', put.body.logo, null],
    )

    const url = `${system.usersUrl}/api/v1/branding/images/logo`
    const got = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const names = ['content-type', 'x-content-type-options', 'etag']
    const seen = names.map((name) => got.headers.get(name))
    assert.deepEqual(seen, ['image/png', 'nosniff', icon.headers.get('etag')])
    assert.deepEqual(Buffer.from(await got.arrayBuffer()), sampleLogo)
    const stale = { 'if-match': put.headers.get('etag') ?? '' }
    assert.equal((await call('DELETE', 'logo', { headers: stale })).body.code, 'precondition_failed')
    assert.equal((await call('DELETE')).status, 204)
    assert.equal((await call('GET')).status, 404)
    const events = await storedEvents(await system.database('users'), 'branding.updated')
    assert.deepEqual(
      events.map(({ data: { changed, by } }) => [changed, by]),
      [
        [['logo'], user.id],
        [['favicon'], user.id],
        [['logo'], user.id],
      ],
    )
  })

  test('without a recent sign-in, and without the scope, images stay', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { access_token: own } = await system.signUpAndLogIn('ada')
    assert.equal((await caller(system.usersUrl, token)('PUT', 'logo', { body: sampleLogo })).status, 200)
    const asUser = caller(system.usersUrl, own)
    const replies = [
      await asUser('GET'),
      await asUser('PUT', 'logo', { body: sampleLogo }),
      await asUser('DELETE'),
    ]
    for (const { status, body } of replies) assert.deepEqual([status, body.code], [403, 'forbidden'])
    system.clock.advance(5 * 60_000 + 1_000)
    const call = caller(system.usersUrl, token)
    for (const reply of [await call('PUT', 'logo', { body: webp('lossy') }), await call('DELETE')])
      assert.deepEqual([reply.status, reply.body.code], [401, 'reauthentication_required'])
    assert.equal((await call('GET')).status, 200)
  })

  test('what is no image, and an image above a limit, is refused with a code that says why', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const call = caller(system.usersUrl, token)
    const largest = Buffer.concat([sampleLogo, Buffer.alloc(64 * 1024 - sampleLogo.length)])
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const refused: [what: string, sent: Sent, status: number, code: string][] = [
      ['SVG', { body: svg, type: 'image/svg+xml' }, 415, 'unsupported_media_type'],
      ['SVG that is sent as PNG', { body: svg }, 415, 'image_unsupported'],
      ['PNG that is sent as HTML', { body: sampleLogo, type: 'text/html' }, 415, 'unsupported_media_type'],
      ['PNG without a type', { body: sampleLogo, type: '' }, 415, 'unsupported_media_type'],
      [
        'JSON',
        { body: { content: 'iVBORw0KGgo=' }, type: 'application/json' },
        415,
        'unsupported_media_type',
      ],
      ['nothing', { body: Buffer.alloc(0) }, 400, 'invalid_request'],
      ['nothing without a type', {}, 400, 'invalid_request'],
      ['half of a PNG', { body: sampleLogo.subarray(0, 80) }, 400, 'image_damaged'],
      ['64 KiB with zeros behind the PNG', { body: largest }, 400, 'image_damaged'],
      ['64 KiB and a byte', { body: Buffer.concat([largest, Buffer.of(0)]) }, 413, 'body_too_large'],
      ['too many pixels', { body: pngOf({ width: 1_025, height: 1 }) }, 400, 'image_dimensions_invalid'],
      ['animation', { body: webp('animated'), type: 'image/webp' }, 415, 'image_unsupported'],
    ]
    for (const [what, sent, status, code] of refused) {
      const reply = await call('PUT', 'logo', sent)
      assert.deepEqual([reply.status, reply.body.code], [status, code], what)
    }
    for (const image of ['banner', 'logo.png', '..%2Flogo'])
      assert.equal((await call('PUT', image, { body: sampleLogo })).status, 400, image)
    assert.equal(await putInChunks(system, token, 70), 413, 'the length is not known before')
    assert.equal((await call('GET')).status, 404)
    assert.equal(await putInChunks(system, token, 0), 200)
    assert.equal((await call('GET')).status, 200)
    assert.deepEqual(
      await storedEvents(await system.database('users'), 'branding.updated').then(({ length }) => length),
      1,
    )
  })

  test('pages and the console show the images from their own origin, and browsers may keep them', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const call = caller(system.usersUrl, token)
    assert.doesNotMatch(await signInPage(system), /assets\/brand/)
    const dark = pngOf({ width: 64, height: 32 }, 0xf0)
    await call('PUT', 'logo', { body: sampleLogo })
    await call('PUT', 'logo-dark', { body: dark })
    await call('PUT', 'favicon', { body: webp('lossless'), type: 'image/webp' })
    const html = await signInPage(system)
    assert.match(
      html,
      /<picture><source media="\(prefers-color-scheme: dark\)" srcset="\.\.\/account\/assets\/brand\/[^"]+\/logo-dark"><img src="[^"]+\/logo" alt=""><\/picture>/,
    )
    assert.match(html, /<link rel="icon" href="\.\.\/account\/assets\/brand\/[^"]+\/favicon">/)
    const { status, headers, content } = await served(system, pathIn(html, 'logo'))
    assert.deepEqual([status, content], [200, sampleLogo])
    const names = ['content-type', 'cache-control', 'x-content-type-options', 'content-security-policy']
    assert.deepEqual(
      names.map((name) => headers.get(name)),
      ['image/png', 'public, max-age=31536000, immutable', 'nosniff', "default-src 'none'"],
    )
    assert.deepEqual((await served(system, pathIn(html, 'logo-dark'))).content, dark)
    assert.equal((await served(system, pathIn(html, 'favicon'))).headers.get('content-type'), 'image/webp')
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'users')
    assert.match(visitor.source(), new RegExp(`<img src="../${pathIn(html, 'logo')}" alt="">`))
    assert.match(visitor.source(), new RegExp(`<link rel="icon" href="../${pathIn(html, 'favicon')}">`))

    // A page that was made before the change still gets its image, and one of long ago the current image.
    await call('PUT', 'logo', { body: webp('lossy'), type: 'image/webp' })
    const later = await signInPage(system)
    assert.notEqual(pathIn(later, 'logo'), pathIn(html, 'logo'))
    assert.deepEqual((await served(system, pathIn(html, 'logo'))).content, sampleLogo)
    const old = await served(system, `account/assets/brand/${'0'.repeat(32)}/logo`)
    assert.deepEqual([old.content, old.headers.get('cache-control')], [webp('lossy'), 'no-store'])
    for (const path of [`account/assets/brand/${'0'.repeat(32)}/banner`, 'account/assets/brand/x/__proto__'])
      assert.equal((await served(system, path)).status, 404, path)
    await call('DELETE', 'logo')
    assert.match(
      await signInPage(system),
      /<img src="\.\.\/account\/assets\/[0-9a-f]{16}\/mark\.svg" alt="">/,
    )
  })

  test('a logo of the environment takes precedence over uploaded ones', async () => {
    const settings = { LATCHKEY_BRAND_LOGO_URL: 'https://cdn.example.com/logo.svg' }
    await using system = await startSystem({ settings })
    const { access_token: token } = await system.admin()
    const call = caller(system.usersUrl, token)
    for (const image of ['logo', 'logo-dark']) await call('PUT', image, { body: sampleLogo })
    const html = await signInPage(system)
    assert.match(html, /<img src="https:\/\/cdn\.example\.com\/logo\.svg" alt="">/)
    assert.doesNotMatch(html, /assets\/brand/)
  })

  test('of a thousand uploads at once each is stored as a whole, and the last one stays', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const call = caller(system.usersUrl, token)
    const logos = Array.from({ length: 8 }, (_, shade) => pngOf({ width: 1_024, height: 64 }, shade))
    const statuses = new Map<number, number>()
    const uploads = Array.from({ length: 1_000 }, async (_, count) => {
      const { status } = await call('PUT', 'logo', { body: logos[count % 8] as Buffer })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    await Promise.all(uploads)
    // Those that wait too long for the row are refused, and a client repeats them.
    assert.deepEqual(
      [...statuses.keys()].filter((status) => status !== 200 && status !== 503),
      [],
    )
    assert.ok((statuses.get(200) ?? 0) > 0)
    const { path } = (await send('GET', `${system.usersUrl}/api/v1/branding`, { token })).body.logo
    const html = await signInPage(system)
    assert.equal(`/${pathIn(html, 'logo')}`, path)
    const { content } = await served(system, pathIn(html, 'logo'))
    assert.ok(logos.some((logo) => logo.equals(content)))
  })
})

/** Uploads a logo in chunks, without a Content-Length, with kilobytes of zeros behind it. Returns the status. */
async function putInChunks(system: System, token: string, kilobytes: number): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
  const sent = request(
    `${system.usersUrl}/api/v1/branding/images/logo`,
    { method: 'PUT', headers },
    (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    },
  )
  sent.on('error', reject)
  sent.write(sampleLogo)
  for (let count = 0; count < kilobytes; count++) sent.write(Buffer.alloc(1_024))
  sent.end()
  return promise
}

test('a node that gets the URL of an image that it does not know reads the branding, and keeps images in an outage', async () => {
  await using users = await startSystem()
  const { access_token: token } = await users.admin()
  const call = caller(users.usersUrl, token)
  const settings = {
    LATCHKEY_USERS_URL: users.usersUrl,
    LATCHKEY_SERVICE_TOKEN: users.serviceToken(),
    LATCHKEY_MASTER_KEY: newMasterKey(),
  }
  await using auth = await startSystem({ services: 'auth', settings })
  await signInPage(auth)
  const path = (await call('PUT', 'logo', { body: sampleLogo })).body.logo.path.slice(1)
  // Its own branding is fresh, so that a page would not read it now.
  auth.clock.advance(300)
  assert.deepEqual((await served(auth, path)).content, sampleLogo)
  await users.stop()
  const html = await signInPage(auth)
  assert.equal(pathIn(html, 'logo'), path)
  assert.deepEqual((await served(auth, path)).content, sampleLogo)
})

test('an export carries the images, and an import keeps those that were set before', async () => {
  await using first = await newInstallation('sqlite')
  await using second = await newInstallation('postgres')
  const started = await first.start()
  const password = readFileSync(join(first.data, 'admin-password'), 'utf8').trim()
  const login = await send('POST', `${started.auth}/auth/login`, { body: { username: 'admin', password } })
  const call = caller(started.users, login.body.access_token)
  const whole = Buffer.from(pngOf({ width: 100, height: 50 }))
  assert.equal((await call('PUT', 'logo', { body: whole })).status, 200)
  assert.equal((await call('PUT', 'favicon', { body: webp('lossy') })).status, 200)
  await started.stop()
  const file = first.newPath()
  assert.equal((await first.run('export', file)).code, 0)
  const imported = await second.run('import', file)
  assert.deepEqual(
    [imported.code, summaryOf(imported.out, 'branding_image')],
    [0, [2, 2, 0, 0, 0]],
    imported.err,
  )
  const rows = await first.rows('branding_images')
  assert.equal(rows.length, 2)
  assert.deepEqual(await second.rows('branding_images'), rows)
  const again = await second.run('import', file)
  assert.deepEqual([again.code, summaryOf(again.out, 'branding_image')], [0, [2, 0, 2, 0, 0]], again.err)
})
