import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminPassword, openAsAdmin } from '#tests/support/console-visitor.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { stillClock } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const minute = 60_000

onEachEngine((start) => {
  test('the console asks for a fresh sign-in after its own times, and the account pages go on', async () => {
    const clock = stillClock()
    await using system = await start({ clock })
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'users')
    const isShown = async () => {
      await visitor.open(`${system.authUrl}/console/users`)
      return (await visitor.text()).includes('Find somebody')
    }
    for (let times = 1; times <= 14; times++) {
      clock.advance(50 * minute)
      assert.ok(await isShown(), `after ${times} times 50 minutes`)
    }
    clock.advance(50 * minute)
    assert.equal(await isShown(), false, 'twelve hours after the sign-in')
    await visitor.fill('Password', adminPassword(system))
    await visitor.press('Go on')
    assert.match(await visitor.text(), /Find somebody/, 'it leads back')
    clock.advance(61 * minute)
    assert.equal(await isShown(), false, 'an hour without a page')
    await visitor.open(`${system.authUrl}/account`)
    assert.match(await visitor.text(), /Username admin/)
  })
})
