import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  adminPassword,
  consoleUrl,
  hostile,
  openAsAdmin,
  openConsoleWindow,
  proveAgain,
  requireFit,
} from '#tests/support/console-visitor.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()

/** Signs users up, one of whom has a name that contains a script. Returns their ids. */
async function signUpSome(system: System, token: string): Promise<string[]> {
  const ids: string[] = []
  for (const username of ['ada', 'bob', 'mallory']) ids.push((await system.signUp(username)).id)
  const url = `${system.usersUrl}/api/v1/users/${ids[2]}`
  assert.equal((await system.send('PATCH', url, { token, body: { name: hostile } })).status, 200)
  return ids
}

const ticked = (act: string, ids: readonly string[]): string =>
  `bulk?${new URLSearchParams([['act', act], ...ids.map((id): [string, string] => [`id.${id}`, '1'])])}`

onEachEngine((startSystem) => {
  test('what is done to those who are ticked is said first, then done, with an answer for each', async () => {
    await using system = await startSystem()
    await using visitor = plainVisitor()
    const { access_token: token, user: admin } = await system.admin()
    const ids = await signUpSome(system, token)
    const look = async (id: string | undefined) =>
      (await system.send('GET', `${system.usersUrl}/api/v1/users/${id}`, { token })).body
    await openAsAdmin(system, visitor, ticked('suspend', [...ids, admin.id]))
    assert.equal(await visitor.heading(), 'Suspend users (4)')
    assert.ok((await visitor.text()).includes(hostile), 'a name that is a script is text')
    assert.equal((await look(ids[0])).status, 'active', 'a link does nothing')
    await visitor.fill('Reason (shown in the audit log)', 'a trial')
    await visitor.press('Suspend users')
    assert.match(await visitor.text(), /Done: 3 of 4/)
    assert.match(await visitor.text(), /Not done You can’t do this to your own account/)
    assert.equal((await look(ids[0])).status, 'suspended')
    await visitor.open(consoleUrl(system, ticked('send_password_reset', ids.slice(0, 1))))
    await visitor.press('Send password resets')
    assert.match(await visitor.text(), /Done: 0 of 1.*This user is suspended/)
    await visitor.open(consoleUrl(system, ticked('delete', ids)))
    await visitor.fill('To confirm, type the number of users to delete', '2')
    await visitor.press('Delete users')
    assert.match(await visitor.text(), /The number doesn’t match/)
    await visitor.fill('To confirm, type the number of users to delete', '3')
    await visitor.press('Delete users')
    assert.match(await visitor.text(), /Done: 3 of 3.*ada@example\.com/)
    assert.equal((await look(ids[0])).code, 'user_not_found')
    await visitor.open(consoleUrl(system, 'bulk?act=delete'))
    assert.match(await visitor.text(), /No users selected/)
    await visitor.open(consoleUrl(system, ticked('explode', ids)))
    assert.match(await visitor.text(), /No action chosen/)
  })

  test('after ten suspensions without a recent sign-in, the console asks who one is and goes on', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '1000' } })
    await using visitor = plainVisitor()
    const { access_token: token } = await system.admin()
    const ids: string[] = []
    for (let at = 0; at < 13; at++) ids.push((await system.signUp(`user-${at}`)).id)
    await openAsAdmin(system, visitor, ticked('suspend', ids.slice(0, 9)))
    system.clock.advance(6 * 60_000)
    await visitor.press('Suspend users')
    assert.match(await visitor.text(), /Done: 9 of 9/)
    await visitor.open(consoleUrl(system, ticked('suspend', ids.slice(9))))
    await visitor.fill('Reason (shown in the audit log)', 'a trial')
    await visitor.press('Suspend users')
    await visitor.fill('Password', adminPassword(system))
    await visitor.press('Continue')
    assert.equal(await visitor.heading(), 'Suspend users (4)')
    await visitor.press('Suspend users')
    assert.match(await visitor.text(), /Done: 4 of 4/)
    const suspended = await system.send('GET', `${system.usersUrl}/api/v1/users/${ids[12]}/login-state`, {
      token,
    })
    assert.match(JSON.stringify(suspended.body), /a trial/, 'what was typed is kept')
  })

  test('fifty ticked users are still ticked after a sign-in', async () => {
    await using system = await startSystem()
    await using visitor = plainVisitor()
    const { user: admin } = await system.admin()
    const others = Array.from({ length: 49 }, () => randomUUID())
    await openAsAdmin(system, visitor, ticked('suspend', [...others, admin.id]))
    assert.equal(await visitor.heading(), 'Suspend users (50)')
  })

  test(
    'in a browser, everybody on the page is ticked, a fresh proof leads back to the same people, and a list is kept as a file',
    inBrowser,
    async () => {
      await using system = await startSystem()
      const { access_token: token } = await system.admin()
      await signUpSome(system, token)
      await using opened = await openConsoleWindow(browser(), system, 'users')
      const { page, faults, press } = opened
      await page.getByRole('link', { name: 'Select all on this page' }).click()
      await page.waitForURL(/all=1/)
      assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 4)
      await requireFit(page, 'users-ticked')
      await page.getByRole('checkbox', { name: 'Select admin' }).uncheck()
      await page.getByLabel('Selected users:').selectOption('make_admin')
      await press('Continue')
      await page.waitForURL(/bulk\?/)
      await requireFit(page, 'bulk')
      system.clock.advance(10 * 60_000)
      await press('Make admins')
      await proveAgain(page, system)
      assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Make admins (3)')
      await press('Make admins')
      await page.getByText('Done: 3 of 3').waitFor()
      await requireFit(page, 'bulk-result')
      system.clock.advance(10 * 60_000)
      await page.goto(consoleUrl(system, 'users?q=example.com&sort=username'))
      await page.getByRole('link', { name: 'Export CSV' }).click()
      await proveAgain(page, system)
      await page.getByText('Identity confirmed').waitFor()
      await requireFit(page, 'users-proved')
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Export CSV' }).click(),
      ])
      assert.match(file.suggestedFilename(), /^users-[\d-]{10}\.csv$/)
      const stream = await file.createReadStream()
      const rows: { username: string; name: string }[] = parse((await stream.toArray()).join(''), {
        columns: true,
      })
      assert.deepEqual(
        rows.map(({ username }) => username),
        ['ada', 'bob', 'mallory'],
      )
      assert.equal(rows[2]?.name, hostile)
      assert.deepEqual(faults, [])
    },
  )
})
