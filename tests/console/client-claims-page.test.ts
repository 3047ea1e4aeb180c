import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOfFile } from '#tests/support/chromium.ts'
import { hostile, openConsoleWindow, requireFit, says } from '#tests/support/console-visitor.ts'
import { send, startSystem } from '#tests/support/system.ts'

const { inBrowser, browser } = browserOfFile()

test(
  'an admin sees what an application would be told of somebody, and what it may not ask for',
  inBrowser,
  async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const ada = await system.signUp('ada')
    await send('PATCH', `${system.usersUrl}/api/v1/users/${ada.id}`, { token, body: { name: hostile } })
    const body = {
      name: hostile,
      redirect_uris: ['https://wiki.example.com/signed-in'],
      scopes: ['openid', 'profile', 'email'],
      resources: ['https://api.example.com'],
    }
    const { id } = (await send('POST', `${system.authUrl}/api/v1/oidc-clients`, { token, body })).body
    await using opened = await openConsoleWindow(browser(), system, `client?id=${id}`)
    const { page, faults, press } = opened
    await page.getByRole('link', { name: 'Preview claims', exact: true }).click()
    await page.getByLabel('User', { exact: true }).fill('ada')
    await page.getByLabel('Requested scopes', { exact: true }).fill('openid profile pages:write')
    await press('Show claims')
    await says(page, /Not allowed for this client:/)
    const shown = await page.locator('main').innerText()
    assert.ok(shown.includes(JSON.stringify(hostile)) && shown.includes(ada.id))
    assert.equal(shown.includes(ada.email), false, 'email was not asked for')
    await requireFit(page, 'client-claims')
    await page.getByLabel('User', { exact: true }).fill('nobody')
    await press('Show claims')
    await says(page, 'No user has this username, email address or ID. Check the spelling.')
    assert.deepEqual(faults, [])
  },
)
