import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  consoleUrl,
  hostile,
  openAsAdmin,
  openConsoleWindow,
  requireFit,
  says,
} from '#tests/support/console-visitor.ts'
import { send, startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'
import { settings } from '#tests/support/webhook-machine.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'

const { inBrowser, browser } = browserOfFile()

test('one search finds users, clients, webhooks and pages, without a script', async () => {
  await using system = await startSystem({ settings })
  await using receiver = await startReceiver()
  await using visitor = plainVisitor()
  const { access_token: token } = await system.admin()
  const { id } = await system.signUp('grafton')
  const body = { name: 'Grafana', redirect_uris: ['https://grafana.example.com/callback'] }
  assert.equal((await send('POST', `${system.authUrl}/api/v1/oidc-clients`, { token, body })).status, 201)
  const hook = { url: `${receiver.url}/graf`, event_types: ['user.created'] }
  assert.equal((await send('POST', `${system.usersUrl}/api/v1/webhooks`, { token, body: hook })).status, 201)
  await openAsAdmin(system, visitor, 'search?q=GRAF')
  const text = await visitor.text()
  for (const found of [/grafton@example\.com/, /Clients Grafana/, /Webhooks http\S+\/graf/])
    assert.match(text, found)
  await visitor.follow('grafton')
  assert.equal(await visitor.heading(), 'grafton')
  await visitor.open(consoleUrl(system, `search?q=${id}`))
  assert.equal(await visitor.heading(), 'grafton')
  await visitor.open(consoleUrl(system, 'search?q=import'))
  await visitor.follow('Import users')
  assert.equal(await visitor.heading(), 'Import users')
  await visitor.open(consoleUrl(system, 'search?q=nothing-has-this-name'))
  assert.match(await visitor.text(), /No results/)
  await visitor.open(consoleUrl(system, 'search'))
  assert.match(await visitor.text(), /Enter part of a name/)
})

test('in a browser the key / leads to the search, but not from a field', inBrowser, async () => {
  await using system = await startSystem()
  const { access_token: token } = await system.admin()
  const ada = await system.signUp('ada')
  await send('PATCH', `${system.usersUrl}/api/v1/users/${ada.id}`, { token, body: { name: hostile } })
  await using opened = await openConsoleWindow(browser(), system, 'users')
  const { page, faults } = opened
  await page.getByLabel('Search users', { exact: true }).press('/')
  assert.equal(await page.evaluate('document.activeElement.id'), 'q')
  await page.getByRole('heading', { name: 'Users', exact: true }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('ada@')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/console\/search\?q=ada/)
  await says(page, hostile)
  await requireFit(page, 'search')
  await page.goto(consoleUrl(system, 'search?q=nothing-has-this-name'))
  await requireFit(page, 'search-none')
  assert.deepEqual(faults, [])
})
