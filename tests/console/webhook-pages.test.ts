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
    await says(page, 'No webhooks yet.')
    await requireFit(page, 'webhooks-none')
    await page.getByRole('link', { name: 'Create webhook', exact: true }).click()
    await page.getByLabel('URL', { exact: true }).fill(`${receiver.url}/hook`)
    await page.getByLabel('Description', { exact: true }).fill(hostile)
    await page.getByLabel('All events, including those of later versions').uncheck()
    await press('Create webhook')
    await says(page, 'Some fields are not valid. Nothing was saved. Correct the marked fields.')
    assert.equal(await page.locator('#event_types_fault').count(), 1)
    await requireFit(page, 'new-webhook')
    await page.getByLabel('user.created', { exact: true }).check()
    system.clock.advance(6 * 60_000)
    await press('Create webhook')
    await says(page, 'Your entries are still here')
    assert.equal(page.url(), consoleUrl(system, 'new-webhook'), 'the URL, often a secret, is in no other URL')
    const opensTab = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Confirm it’s you in another tab', exact: true }).click()
    const tab = await opensTab
    await proveAgain(tab, system)
    await tab.close()
    await press('Send again')
    await says(page, /^whsec_/)
    await requireFit(page, 'webhook-secret')
    await page.reload()
    await says(page, /^This form was already sent\. The webhook exists/)
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
  await says(page, 'No deliveries yet. Send a test event to check your server.')
  await follow('Send test event')
  await press('Send test event')
  await says(page, 'Test event sent. Reload this page to see the response.')
  await says(page, 'Response 204', { isReloaded: true })
  receiver.answer = (_request, response) => void response.writeHead(500).end()
  await follow('Send test event')
  await press('Send test event')
  await says(page, 'Test event sent. Reload this page to see the response.')
  await says(page, /Response 500/, { isReloaded: true })
  await requireFit(page, 'webhook')
  receiver.answer = (_request, response) => void response.writeHead(204).end()
  await follow('Pending')
  assert.equal(await page.getByText('Response 204').count(), 0)
  await page.getByRole('button', { name: /^Send again/ }).click()
  await says(page, 'The event is sent again.')
  await page.goto(consoleUrl(system, `webhook?id=${id}&state=waiting`))
  await says(page, 'No deliveries with this status.', { isReloaded: true })
  await follow('Retry failed deliveries')
  await press('Retry failed deliveries')
  await says(page, '0 deliveries are sent again.')
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
    await follow('Edit webhook')
    await page.getByLabel('user.deleted', { exact: true }).uncheck()
    await page.getByLabel('session.ended', { exact: true }).check()
    await page.getByLabel('Description', { exact: true }).fill('CRM')
    await send('PATCH', `${url}/${id}`, { token, body: { description: 'Billing' } })
    await press('Save changes')
    await says(page, /Another admin changed this in the meantime/)
    assert.equal((await found()).description, 'Billing')
    await requireFit(page, 'edit-webhook')
    await press('Save changes')
    await says(page, 'Webhook saved.')
    assert.deepEqual(
      [(await found()).description, (await found()).event_types],
      ['CRM', ['user.created', 'session.ended']],
    )
    await follow('Pause webhook')
    await requireFit(page, 'pause-webhook')
    await press('Pause webhook')
    await says(page, 'paused')
    assert.equal(await page.getByRole('link', { name: 'Send test event', exact: true }).count(), 0)
    await follow('Resume webhook')
    await press('Resume webhook')
    await says(page, 'Webhook resumed.')
    await follow('Rotate signing secret')
    await press('Rotate signing secret')
    await says(page, /^whsec_/)
    const { former_secret_until: until } = await found()
    await page.reload()
    await says(page, /Another admin changed this in the meantime/)
    assert.equal((await found()).former_secret_until, until, 'a form that is sent twice replaces one secret')
    await follow('Cancel')
    await says(page, 'Previous secret signs until')
    await follow('Delete webhook')
    await press('Delete webhook')
    await says(page, 'Webhook deleted.')
    assert.equal((await send('GET', `${url}/${id}`, { token })).status, 404)
    assert.deepEqual(faults, [])
  },
)
