import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleUrl, openAsAdmin } from '#tests/support/console-visitor.ts'
import { startCutSystem } from '#tests/support/cut-wire.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const pending = /Sessions end within 15 minutes\. Until then, some access tokens may still work/
const waiting = /this user’s sessions have ended.+ until they expire\. Waiting since \w+ \d+, \d{4}/

onEachEngine((startSystem) => {
  for (const isApart of [true, false])
    test(`the console says when sessions have not ended everywhere yet, ${isApart ? 'in two processes' : 'in one process'}`, async () => {
      await using cut = await startCutSystem(startSystem, { isApart })
      const system = { ...cut.system, ...(isApart && { consoleUrl: '' }) }
      await using visitor = plainVisitor()
      const acts = [
        ['suspend', 'Suspend user', /User suspended/],
        ['temporary-password', 'Set temporary password', /shown only once/],
        ['delete-user', 'Delete user', /User deleted/],
      ] as const
      let isSignedIn = false
      const open = async (page: string) => {
        if (isSignedIn) await visitor.open(consoleUrl(system, page))
        else await openAsAdmin(system, visitor, page)
        isSignedIn = true
      }
      const act = async (page: string, button: string, id: string, username: string) => {
        await open(`${page}?id=${id}`)
        if (page === 'delete-user') await visitor.fill('Type the username to confirm', username)
        await visitor.press(button)
        return visitor.text()
      }
      for (const [at, [page, button, done]] of acts.entries()) {
        const ada = await system.signUp(`ada${at}`)
        await cut.cut(ada.id)
        const cutText = await act(page, button, ada.id, `ada${at}`)
        assert.match(cutText, done)
        assert.match(cutText, pending)
        if (page !== 'delete-user') {
          await open(`user?id=${ada.id}`)
          assert.match(await visitor.text(), waiting)
        }
        await cut.mend()
        const bob = await system.signUp(`bob${at}`)
        const text = await act(page, button, bob.id, `bob${at}`)
        assert.match(text, done)
        assert.doesNotMatch(text, pending)
        if (page !== 'delete-user') await open(`user?id=${bob.id}`)
        assert.doesNotMatch(await visitor.text(), waiting)
      }
      const eve = await system.signUp('eve')
      await cut.cut(eve.id)
      await open(
        `bulk?${new URLSearchParams([
          ['act', 'end_sessions'],
          [`id.${eve.id}`, '1'],
        ])}`,
      )
      await visitor.press('End all sessions')
      assert.match(await visitor.text(), /Done: 1 of 1.*Sessions end within 15 minutes/)
      await cut.mend()
    })
})
