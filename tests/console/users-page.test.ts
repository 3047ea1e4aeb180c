import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  consoleUrl,
  hostile,
  openAsAdmin,
  openConsoleWindow,
  requireFit,
} from '#tests/support/console-visitor.ts'
import { withPartialSearch } from '#tests/support/partial-search.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()
const ids: Record<string, string> = {}
let system: System
before(async () => {
  system = await startSystem()
  const { access_token: token } = await system.admin()
  for (const username of ['ada', 'carol', 'mallory']) ids[username] = (await system.signUp(username)).id
  const url = `${system.usersUrl}/api/v1/users/${ids.mallory}`
  assert.equal((await send('PATCH', url, { token, body: { name: hostile } })).status, 200)
})
after(() => system.stop())

test('an admin signs in on the way to the list, and finds people by any part of a name, by an id and by a filter', async () => {
  await using visitor = plainVisitor()
  await openAsAdmin(system, visitor, 'users')
  assert.equal(await visitor.heading(), 'Users')
  assert.match(await visitor.text(), /4 users/)
  await visitor.open(consoleUrl(system, 'users?q=arol'))
  assert.match(await visitor.text(), /carol@example\.com/)
  assert.doesNotMatch(await visitor.text(), /ada@example\.com/)
  await visitor.open(consoleUrl(system, 'users?q=ad'))
  assert.match(await visitor.text(), /ada@example\.com/)
  await visitor.open(consoleUrl(system, 'users?q=nobody-at-all'))
  assert.match(await visitor.text(), /No users found/)
  await withPartialSearch(system, async () => {
    await visitor.open(consoleUrl(system, 'users?q=nobody-at-all'))
    assert.match(await visitor.text(), /The search is not complete/)
    assert.doesNotMatch(await visitor.text(), /No users found/)
  })
  await visitor.open(consoleUrl(system, 'users'))
  await visitor.follow('Admins')
  assert.doesNotMatch(await visitor.text(), /ada@example\.com/)
  await visitor.open(consoleUrl(system, 'users'))
  assert.ok((await visitor.text()).includes(hostile), 'a name that is a script is shown as text')
})

test('who has exactly the typed username or address is the first of the list', async () => {
  for (const username of ['dave', 'dave2', 'adave', 'mydave']) await system.signUp(username)
  await using visitor = plainVisitor()
  await openAsAdmin(system, visitor, 'users')
  for (const typed of ['dave', 'DAVE', 'dave@example.com']) {
    await visitor.open(consoleUrl(system, `users?q=${encodeURIComponent(typed)}`))
    const names = [...(await visitor.text()).matchAll(/(\w*dave\w*) · /g)].map(([, name]) => name)
    assert.equal(names[0], 'dave', typed)
  }
})

test('nobody but an admin sees anything, and a person who is not signed in comes back to the page', async () => {
  const signIn = await send('GET', consoleUrl(system, 'users?q=ada&status=active'))
  assert.equal(signIn.status, 303)
  const location = new URL(signIn.headers.get('location') ?? '', consoleUrl(system, 'users'))
  assert.equal(location.pathname, '/account/sign-in')
  assert.equal(location.searchParams.get('return_to'), '../console/users?q=ada&status=active')
  await using visitor = plainVisitor()
  const { username, password } = await system.signUp('user')
  await visitor.open(consoleUrl(system, 'users'))
  await visitor.fill('Username or email address', username)
  await visitor.fill('Password', password)
  await visitor.press('Sign in')
  assert.match(await visitor.text(), /This console is for admins/)
  assert.doesNotMatch(await visitor.text(), /ada@example\.com/)
})

test('a form of another site is refused, and so is one without a sign of where it is from', async () => {
  const sent: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    {},
  ]
  for (const headers of sent) {
    const body = 'id=1'
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await send('POST', consoleUrl(system, 'users'), { body, headers: { ...type, ...headers } })
    assert.equal(reply.status, 403)
    assert.match(reply.body, /not sent from a page of this console/)
  }
})

test('an address that ends with a slash leads to the console and to the account', async () => {
  for (const [path, to] of [
    ['/console', '/console/overview'],
    ['/console/', '/console/overview'],
    ['/account/', '/account'],
  ] as const) {
    const reply = await send('GET', `${system.authUrl}${path}`)
    assert.equal(reply.status, 303, path)
    const location = new URL(reply.headers.get('location') ?? '', `${system.authUrl}${path}`)
    assert.equal(location.pathname, to)
  }
})

test('over http on another host, the page says why nobody stays signed in', async () => {
  const { hostname, port } = new URL(system.authUrl)
  const { request } = await import('node:http')
  const text = await new Promise<string>((resolve, reject) => {
    const asked = request(
      { hostname, port, path: '/console/users', headers: { host: 'nas:8090' } },
      (reply) => {
        reply
          .setEncoding('utf8')
          .toArray()
          .then((parts) => resolve(parts.join('')), reject)
      },
    )
    asked.on('error', reject).end()
  })
  assert.match(text, /Open the console over https/)
})

test('the pages are in three languages, and the files of the console are kept by browsers', async () => {
  for (const [language, words] of [
    ['de', /kam nicht von einer Seite dieser Konsole/],
    ['fr', /ne vient pas d’une page de cette console/],
  ] as const) {
    const reply = await send('POST', consoleUrl(system, 'users'), {
      headers: { 'accept-language': language, 'sec-fetch-site': 'cross-site' },
    })
    assert.match(reply.body, new RegExp(`<html lang="${language}">`))
    assert.match(reply.body, words)
    const [, style = ''] = /href="(assets\/[^"]+)"/.exec(reply.body) ?? []
    const file = await send('GET', consoleUrl(system, style))
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal((await send('GET', consoleUrl(system, 'assets/0/styles.css'))).status, 404)
  }
})

test('LATCHKEY_CONSOLE=off leaves nothing at /console', async () => {
  await using other = await startSystem({ settings: { LATCHKEY_CONSOLE: 'off' } })
  assert.equal((await send('GET', consoleUrl(other, 'users'))).status, 404)
  assert.doesNotMatch(
    (await send('GET', `${other.authUrl}/`, { headers: { accept: 'text/html' } })).body,
    /console/,
  )
})

test(
  'in a browser, the list is accessible, light, and runs nothing that a name contains',
  inBrowser,
  async () => {
    await using opened = await openConsoleWindow(browser(), system, 'users')
    const { page, faults } = opened
    assert.equal(await page.getByRole('link', { name: hostile }).count(), 1)
    await requireFit(page, 'users')
    const time = page.locator('time').first()
    assert.match((await time.getAttribute('title')) ?? '', /UTC$/)
    assert.deepEqual(faults, [])
  },
)

test('on a phone the menu opens by a tap, without a script, and says where one is', inBrowser, async () => {
  await using opened = await openConsoleWindow(browser(), system, `user?id=${ids.ada}`)
  const { page } = opened
  const entry = page
    .getByRole('navigation', { name: 'Menu', exact: true })
    .getByRole('link', { name: 'Users', exact: true })
  await page.setViewportSize({ width: 1280, height: 800 })
  assert.equal(await entry.getAttribute('aria-current'), 'true')
  await page.setViewportSize({ width: 390, height: 844 })
  assert.equal(await entry.count(), 0)
  await page.getByText('Menu: Users', { exact: true }).click()
  await requireFit(page, 'menu')
  await page.setViewportSize({ width: 390, height: 844 })
  await entry.click()
  await page.waitForURL(consoleUrl(system, 'users'))
})
