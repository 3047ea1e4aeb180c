import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#runtime/ids.ts'
import { browserOfFile } from '#tests/support/chromium.ts'
import { hostile, openConsoleWindow, requireFit, says } from '#tests/support/console-visitor.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const { inBrowser, browser } = browserOfFile()

/** Stores a dead letter: an order to end the sessions of a new user, which the authentication service refused permanently. */
async function deadOrder(system: System, username: string) {
  const signedIn = await system.signUpAndLogIn(username)
  const payload = JSON.stringify({ user_id: signedIn.user.id, epoch: 1, reason: 'user_suspended' })
  const givenUpAt = system.clock.now() - 10_000
  const id = newId(system.clock.now())
  const db = await system.database('users')
  await db.query`
    INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, last_error, dead_at)
    VALUES (${id}, 'auth', 'sessions.end', ${signedIn.user.id}, 1, ${payload}, ${givenUpAt}, 0, 7, ${hostile}, ${givenUpAt})`
  return { id, token: signedIn.access_token }
}

test('an admin sees what was given up, and has one or all of it tried again', inBrowser, async () => {
  await using system = await startSystem()
  await using opened = await openConsoleWindow(browser(), system, 'dead-letters')
  const { page, faults } = opened
  await says(page, 'No failed deliveries.')
  await requireFit(page, 'dead-letters-none')
  const one = await deadOrder(system, 'ada')
  const two = await deadOrder(system, 'bob')
  await page.reload()
  assert.equal(await page.getByText(hostile, { exact: true }).count(), 2, 'an error is shown as text')
  await requireFit(page, 'dead-letters')
  const arrives = async (token: string) => {
    const { status } = await send('GET', `${system.authUrl}/auth/validate`, { token })
    return status === 401
  }
  await page.getByRole('button', { name: `Retry sessions.end ${one.id}`, exact: true }).click()
  await says(page, /^The delivery is tried again/)
  await until('the order arrives', () => arrives(one.token))
  assert.equal(await arrives(two.token), false)
  await page.getByRole('link', { name: 'Retry all', exact: true }).click()
  await requireFit(page, 'replay-dead-letters')
  await page.getByRole('button', { name: 'Retry all', exact: true }).click()
  await says(page, 'Deliveries tried again: 1.')
  await until('the other order arrives', () => arrives(two.token))
  await says(page, 'No failed deliveries.', { isReloaded: true })
  const three = await deadOrder(system, 'carol')
  await page.reload()
  await page.getByRole('link', { name: `Delete sessions.end ${three.id}`, exact: true }).click()
  await requireFit(page, 'drop-dead-letter')
  await page.getByRole('button', { name: 'Delete failed delivery', exact: true }).click()
  await says(page, 'Failed delivery deleted.')
  await says(page, 'No failed deliveries.')
  assert.equal(await arrives(three.token), false)
  assert.deepEqual(faults, [])
})
