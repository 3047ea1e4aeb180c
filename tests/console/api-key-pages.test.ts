import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  consoleUrl,
  hostile,
  openConsoleWindow,
  proveAgain,
  requireFit,
  says,
} from '#tests/support/console-visitor.ts'
import { send, startSystem } from '#tests/support/system.ts'

const { inBrowser, browser } = browserOfFile()

test('an admin makes a key with a few rights, sees it once, and revokes it', inBrowser, async () => {
  await using system = await startSystem()
  await using opened = await openConsoleWindow(browser(), system, 'api-keys')
  const { page, faults, press } = opened
  await says(page, 'No API keys yet.')
  await requireFit(page, 'api-keys-none')
  await page.getByRole('link', { name: 'Create API key', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill(hostile)
  await press('Create API key')
  await says(page, 'Some fields are not valid. Nothing was saved. Correct the marked fields.')
  assert.equal(await page.locator('#scopes_fault').count(), 1)
  await requireFit(page, 'new-api-key')
  await page.getByLabel(/^users:read/).check()
  await page.getByLabel('Expires after', { exact: true }).selectOption('1 year')
  system.clock.advance(6 * 60_000)
  await press('Create API key')
  await proveAgain(page, system)
  const madeAt = system.clock.now()
  await press('Create API key')
  await says(page, /^lk_/)
  const key = (await page.locator('.secret').textContent()) ?? ''
  assert.ok(!page.url().includes(key), 'the key is in no URL')
  const users = `${system.usersUrl}/api/v1/users`
  assert.equal((await send('GET', users, { token: key })).status, 200)
  assert.equal((await send('GET', `${system.usersUrl}/api/v1/webhooks`, { token: key })).status, 403)
  await requireFit(page, 'api-key-secret')
  await page.reload()
  await says(page, /^This form was already sent\. The key exists/)
  const { access_token: token } = await system.admin()
  const { data } = (await send('GET', `${system.usersUrl}/api/v1/api-keys`, { token })).body
  assert.equal(data.length, 1, 'a form that is sent twice makes one key')
  assert.equal(Math.floor((Date.parse(data[0].expires_at) - madeAt) / (24 * 60 * 60_000)), 365)
  await page.goto(consoleUrl(system, 'api-keys'))
  assert.equal(await page.locator('bdi', { hasText: hostile }).count(), 1, 'a name is shown as text')
  await requireFit(page, 'api-keys')
  await page.getByRole('link', { name: /^Revoke/ }).click()
  await page.getByRole('heading', { name: `Revoke API key: ${hostile}`, exact: true }).waitFor()
  await requireFit(page, 'revoke-api-key')
  await press('Revoke API key')
  await says(page, 'API key revoked.')
  assert.equal((await send('GET', users, { token: key })).status, 401)
  assert.equal(await page.getByRole('link', { name: /^Revoke/ }).count(), 0)
  assert.deepEqual(faults, [])
})

test(
  'a long list of keys is shown page by page, and a key of any page can be revoked',
  inBrowser,
  async () => {
    await using system = await startSystem()
    await using opened = await openConsoleWindow(browser(), system, 'api-keys')
    const { page } = opened
    const { access_token: token } = await system.admin()
    for (let at = 1; at <= 27; at += 1) {
      const body = { name: `key ${at}`, scopes: ['users:read'] }
      assert.equal((await send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })).status, 201)
    }
    await page.reload()
    await says(page, 'key 25')
    assert.equal(await page.getByText('key 26', { exact: true }).count(), 0)
    await page.getByRole('link', { name: 'Next page', exact: true }).click()
    await page.getByRole('link', { name: 'Revoke API key key 26', exact: true }).click()
    await page.getByRole('button', { name: 'Revoke API key', exact: true }).click()
    await says(page, 'API key revoked.')
    await says(page, 'revoked')
    await page.getByRole('link', { name: 'First page', exact: true }).click()
    await says(page, 'key 1')
    const { user } = await system.admin()
    await page.goto(consoleUrl(system, `user?id=${user.id}&tab=apps`))
    const others = page.getByRole('link', { name: 'key 26', exact: true })
    await page.getByRole('link', { name: 'key 27', exact: true }).click()
    await page.getByRole('heading', { name: 'Revoke API key: key 27', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Revoke API key', exact: true }).click()
    await says(page, 'API key revoked.')
    await others.waitFor()
  },
)
