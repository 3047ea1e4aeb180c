import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  consoleUrl,
  hostile,
  openAsAdmin,
  openConsoleWindow,
  proveAgain,
  requireFit,
  says,
} from '#tests/support/console-visitor.ts'
import { startProvider } from '#tests/support/sign-in-app.ts'
import { send, startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()
const redirect = 'https://wiki.example.com/signed-in'

test(
  'an admin enters an application, sees its secret once, and finds what was wrong',
  inBrowser,
  async () => {
    await using system = await startSystem()
    await using opened = await openConsoleWindow(browser(), system, 'clients')
    const { page, faults, press } = opened
    await says(page, 'No clients yet.')
    await requireFit(page, 'clients-none')
    await page.getByRole('link', { name: 'Create client', exact: true }).click()
    await requireFit(page, 'client-kinds')
    await page.getByRole('link', { name: /^Web application/ }).click()
    await requireFit(page, 'new-client')
    await page.getByLabel('Name', { exact: true }).fill(hostile)
    await page.getByLabel('Redirect URIs', { exact: true }).fill(`${redirect}\njavascript:alert(1)`)
    await press('Create client')
    await says(page, 'Some fields are not valid. Nothing was saved. Correct the marked fields.')
    assert.match((await page.locator('#redirect_uris_fault').textContent()) ?? '', /^2: /)
    await requireFit(page, 'new-client-wrong')
    await page.getByLabel('Redirect URIs', { exact: true }).fill(`${redirect}\n`)
    await page.getByLabel('First-party application: don’t ask users for consent').check()
    await page.getByLabel('Public keys (JWKS)', { exact: true }).fill('no keys')
    await press('Create client')
    await says(page, 'Public keys must be a JSON Web Key Set (a JSON object with a “keys” array).')
    await page.getByLabel('Public keys (JWKS)', { exact: true }).fill('')
    system.clock.advance(6 * 60_000)
    await press('Create client')
    await proveAgain(page, system)
    assert.equal(await page.getByLabel('Redirect URIs', { exact: true }).inputValue(), redirect)
    await press('Create client')
    await says(page, /^lks_/)
    await requireFit(page, 'client-secret')
    await page.reload()
    await says(page, /^This form was already sent\. The client exists/)
    const { access_token: token } = await system.admin()
    const { data } = (await send('GET', `${system.authUrl}/api/v1/oidc-clients`, { token })).body
    assert.equal(data.length, 1, 'a form that is sent twice enters one application')
    const { id, name, first_party, redirect_uris, grant_types, scopes } = data[0]
    assert.deepEqual(
      { name, first_party, redirect_uris, grant_types, scopes },
      {
        name: hostile,
        first_party: true,
        redirect_uris: [redirect],
        grant_types: ['authorization_code', 'refresh_token'],
        scopes: ['openid', 'profile', 'email', 'offline_access'],
      },
    )
    await page.goto(consoleUrl(system, 'clients'))
    await requireFit(page, 'clients')
    await page.getByRole('link', { name: hostile, exact: true }).click()
    await page.waitForURL(consoleUrl(system, `client?id=${id}`))
    await says(page, 'Connect your application')
    assert.match((await page.locator('pre.snippet').textContent()) ?? '', /openid\.ClientSecretBasic\(/)
    await requireFit(page, 'client')
    assert.deepEqual(faults, [])
  },
)

test(
  'an admin changes an application and its secrets, turns it off and on, and deletes it',
  inBrowser,
  async () => {
    await using system = await startSystem()
    await using opened = await openConsoleWindow(browser(), system, 'clients')
    const { page, faults, press } = opened
    const { access_token: token } = await system.admin()
    const url = `${system.authUrl}/api/v1/oidc-clients`
    const made = (await send('POST', url, { token, body: { name: 'Wiki', redirect_uris: [redirect] } })).body
    const found = async () => (await send('GET', `${url}/${made.id}`, { token })).body
    const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
    await page.goto(consoleUrl(system, `client?id=${made.id}`))
    await follow('Edit client')
    await page.getByLabel('Name', { exact: true }).fill('The wiki')
    await page.getByLabel(/^Client credentials/).check()
    await send('PATCH', `${url}/${made.id}`, { token, body: { name: 'Our wiki' } })
    await press('Save changes')
    await says(page, /Another admin changed this in the meantime/)
    assert.equal((await found()).name, 'Our wiki')
    await press('Save changes')
    await says(page, 'Client saved.')
    const { id, secrets, ...settings } = made
    const { secrets: kept, ...changed } = await found()
    assert.deepEqual(kept, secrets)
    const { client_secret: _, updated_at: __, ...before } = settings
    const grant_types = ['authorization_code', 'refresh_token', 'client_credentials']
    const { updated_at: ___, ...after } = changed
    assert.deepEqual(after, { id, ...before, name: 'The wiki', grant_types }, 'nothing else was changed')
    await follow('Edit client')
    await page.getByText('Advanced settings', { exact: true }).click()
    await page.getByLabel('Require PKCE', { exact: true }).selectOption('Never')
    await requireFit(page, 'edit-client')
    await press('Save changes')
    await says(page, /^This client doesn’t have to use PKCE or a nonce/)
    await requireFit(page, 'client-without-pkce')
    assert.equal((await found()).require_pkce, 'never')
    await follow('Add client secret')
    await press('Add client secret')
    await says(page, /^lks_/)
    await page.reload()
    await says(page, /Another admin changed this in the meantime/)
    assert.equal((await found()).secrets.length, 2, 'a form that is sent twice makes one secret')
    await follow('Cancel')
    assert.equal(await page.getByRole('link', { name: 'Add client secret', exact: true }).count(), 0)
    await page.getByRole('link', { name: `Revoke ${secrets[0].id}`, exact: true }).click()
    await requireFit(page, 'revoke-client-secret')
    await press('Revoke client secret')
    await says(page, 'Client secret revoked.')
    assert.notEqual((await found()).secrets[0].id, secrets[0].id)
    await follow('Disable client')
    await press('Disable client')
    await says(page, 'Client disabled.')
    assert.equal((await found()).enabled, false)
    await follow('Enable client')
    await press('Enable client')
    await says(page, 'Client enabled.')
    await follow('Delete client')
    await press('Delete client')
    await says(page, 'Client deleted.')
    assert.equal((await send('GET', `${url}/${made.id}`, { token })).status, 404)
    assert.deepEqual(faults, [])
  },
)

test('the command on the page of a client for a machine gets a token', async () => {
  await using system = await startProvider()
  await using visitor = plainVisitor()
  const { access_token: token } = await system.admin()
  const body = { name: 'nightly', grant_types: ['client_credentials'], redirect_uris: [], scopes: [] }
  const made = await send('POST', `${system.authUrl}/api/v1/oidc-clients`, { token, body })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await openAsAdmin(system, visitor, `client?id=${made.body.id}`)
  const command = /curl -u "(\S+):\$CLIENT_SECRET" (\S+) \\ -d (\S+)/.exec(await visitor.text())
  const [, id, url = '', form = ''] = command ?? []
  const credentials = Buffer.from(`${id}:${made.body.client_secret}`).toString('base64')
  const reply = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams(form),
  })
  const { token_type, access_token } = (await reply.json()) as Record<string, unknown>
  assert.deepEqual([reply.status, token_type, typeof access_token], [200, 'Bearer', 'string'])
})
