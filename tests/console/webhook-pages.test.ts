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
import { settings } from '#tests/support/webhook-machine.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'

const { inBrowser, browser } = browserOfFile()

test(
  'an admin makes a webhook, sees its secret once, and finds what was wrong with the form',
  inBrowser,
  async () => {
    await using system = await startSystem({ settings })
    await using receiver = await startReceiver()
    await using opened = await openConsoleWindow(browser(), system, 'webhooks')
    const { page, faults, press } = opened
    await says(page, 'No server is told anything yet')
    await requireFit(page, 'webhooks-none')
    await page.getByRole('link', { name: 'New webhook', exact: true }).click()
    await page.getByLabel('URL', { exact: true }).fill(`${receiver.url}/hook`)
    await page.getByLabel('What it is for', { exact: true }).fill(hostile)
    await page.getByLabel('Everything, also what a later version adds').uncheck()
    await press('Make the webhook')
    await says(page, 'Something on this form is not right, so nothing was changed.')
    assert.equal(await page.locator('#event_types_fault').count(), 1)
    await requireFit(page, 'new-webhook')
    await page.getByLabel('user.created', { exact: true }).check()
    system.clock.advance(6 * 60_000)
    await press('Make the webhook')
    await says(page, 'What you typed is still here')
    assert.equal(page.url(), consoleUrl(system, 'new-webhook'), 'the URL, often a secret, is in no other URL')
    const opensTab = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Prove who you are, in another tab', exact: true }).click()
    const tab = await opensTab
    await proveAgain(tab, system)
    await tab.close()
    await press('Send it again')
    await says(page, /^whsec_/)
    await requireFit(page, 'webhook-secret')
    await page.reload()
    await says(page, 'This form was sent before. The webhook was made, and its secret is shown only once.')
    await page.goto(consoleUrl(system, 'webhooks'))
    assert.equal(await page.getByRole('link', { name: `${receiver.url}/hook` }).count(), 1)
    assert.equal(await page.getByText(hostile).count(), 1, 'what it is for is shown as text')
    await requireFit(page, 'webhooks')
    assert.deepEqual(faults, [])
  },
)

test('an admin sees how deliveries went, and has them sent again', inBrowser, async () => {
  await using system = await startSystem({ settings })
  await using receiver = await startReceiver()
  await using opened = await openConsoleWindow(browser(), system, 'webhooks')
  const { page, faults, press } = opened
  const { access_token: token } = await system.admin()
  const body = { url: `${receiver.url}/hook`, event_types: ['webhook.test'] }
  const { id } = (await send('POST', `${system.usersUrl}/api/v1/webhooks`, { token, body })).body
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
  await page.goto(consoleUrl(system, `webhook?id=${id}`))
  await says(page, 'Nothing was sent to it yet. Send a test, and see here how that went.')
  await follow('Send a test')
  await press('Send the test')
  await says(page, 'The test is on its way: load this page again in a moment.')
  await says(page, 'It answered 204', { isReloaded: true })
  receiver.answer = (_request, response) => void response.writeHead(500).end()
  await follow('Send a test')
  await press('Send the test')
  await says(page, 'The test is on its way: load this page again in a moment.')
  await says(page, /It answered 500/, { isReloaded: true })
  await requireFit(page, 'webhook')
  receiver.answer = (_request, response) => void response.writeHead(204).end()
  await follow('waiting')
  assert.equal(await page.getByText('It answered 204').count(), 0)
  await page.getByRole('button', { name: /^Send again/ }).click()
  await says(page, 'The event is on its way.')
  await page.goto(consoleUrl(system, `webhook?id=${id}&state=waiting`))
  await says(page, 'There is none like this.', { isReloaded: true })
  await follow('Send again what failed')
  await press('Send again')
  await says(page, '0 are sent again.')
  // The service may have retried the failed delivery by itself too, so the receiver may have got it once more.
  assert.deepEqual([...new Set(receiver.types())], ['webhook.test'])
  assert.ok(receiver.types().length >= 3)
  assert.deepEqual(faults, [])
})

test(
  'an admin edits, pauses and turns on a webhook, replaces its secret and deletes it',
  inBrowser,
  async () => {
    await using system = await startSystem({ settings })
    await using opened = await openConsoleWindow(browser(), system, 'webhooks')
    const { page, faults, press } = opened
    const { access_token: token } = await system.admin()
    const url = `${system.usersUrl}/api/v1/webhooks`
    const body = { url: 'http://127.0.0.1:9/hook', event_types: ['user.created', 'user.deleted'] }
    const { id } = (await send('POST', url, { token, body })).body
    const found = async () => (await send('GET', `${url}/${id}`, { token })).body
    const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
    await page.goto(consoleUrl(system, `webhook?id=${id}`))
    await follow('Edit')
    await page.getByLabel('user.deleted', { exact: true }).uncheck()
    await page.getByLabel('session.ended', { exact: true }).check()
    await page.getByLabel('What it is for', { exact: true }).fill('CRM')
    await send('PATCH', `${url}/${id}`, { token, body: { description: 'Billing' } })
    await press('Save')
    await says(page, /Somebody has changed this meanwhile/)
    assert.equal((await found()).description, 'Billing')
    await requireFit(page, 'edit-webhook')
    await press('Save')
    await says(page, 'The webhook was changed.')
    assert.deepEqual(
      [(await found()).description, (await found()).event_types],
      ['CRM', ['user.created', 'session.ended']],
    )
    await follow('Pause')
    await requireFit(page, 'pause-webhook')
    await press('Pause the webhook')
    await says(page, 'paused')
    assert.equal(await page.getByRole('link', { name: 'Send a test', exact: true }).count(), 0)
    await follow('Turn on')
    await press('Turn the webhook on')
    await says(page, 'The webhook is on.')
    await follow('Replace the secret')
    await press('Replace the secret')
    await says(page, /^whsec_/)
    const { former_secret_until: until } = await found()
    await page.reload()
    await says(page, /Somebody has changed this meanwhile/)
    assert.equal((await found()).former_secret_until, until, 'a form that is sent twice replaces one secret')
    await follow('Cancel')
    await says(page, 'The secret before this one still signs until')
    await follow('Delete')
    await press('Delete the webhook')
    await says(page, 'The webhook was deleted.')
    assert.equal((await send('GET', `${url}/${id}`, { token })).status, 404)
    assert.deepEqual(faults, [])
  },
)
