import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  consoleUrl,
  openAsAdmin,
  openConsoleWindow,
  proveAgain,
  requireFit,
} from '#tests/support/console-visitor.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type System, startSystem as startUsual } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()

/** Inserts 120 users, `person101` to `person220`; the newest has the lowest number. Every 40th is suspended. */
async function addPeople(system: System): Promise<void> {
  await (await system.database('users')).query`
    INSERT INTO users (id, username, username_key, email, email_key, role, status, metadata, session_epoch, version,
      created_at, updated_at, email_verified_at)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 120)
    SELECT '01a1f4d2-0000-7000-8000-' || CAST(100000000000 + n AS TEXT), name, name, name || '@example.com', name || '@example.com',
      'user', CASE WHEN n % 40 = 0 THEN 'suspended' ELSE 'active' END, '{}', 0, 1, 86400000 * CAST(n AS BIGINT), 1, 1
    FROM (SELECT n, 'person' || CAST(221 - n AS TEXT) AS name FROM numbers) AS named`
}

/** Returns the numbers of the people that a page shows, in order. */
const peopleOn = (text: string): number[] =>
  [...text.matchAll(/person(\d+)@/g)].map(([, number]) => Number(number))

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => from + (to > from ? at : -at))

onEachEngine((startSystem) => {
  test('the list is sorted, filtered, counted and turned over both ways, by links alone', async () => {
    await using system = await startSystem()
    await using visitor = plainVisitor()
    await addPeople(system)
    await openAsAdmin(system, visitor, 'users')
    assert.match(await visitor.text(), /121 users/)
    assert.deepEqual(
      peopleOn(await visitor.text()),
      range(101, 149),
      'the newest first, the admin before them',
    )
    await visitor.follow('Name')
    assert.deepEqual(peopleOn(await visitor.text()), range(101, 149))
    await visitor.follow('Name')
    assert.deepEqual(peopleOn(await visitor.text()), range(220, 171))
    await visitor.follow('Next page')
    assert.deepEqual(peopleOn(await visitor.text()), range(170, 121))
    await visitor.follow('Next page')
    await visitor.follow('Previous page')
    assert.deepEqual(peopleOn(await visitor.text()), range(170, 121))
    await visitor.follow('Previous page')
    assert.deepEqual(peopleOn(await visitor.text()), range(220, 171))
    await visitor.follow('Suspended')
    assert.deepEqual(peopleOn(await visitor.text()), [181, 141, 101], 'the order stays')
    assert.match(await visitor.text(), /3 users/)
    await visitor.open(consoleUrl(system, 'users?q=erson&status=suspended&sort=username&has_logged_in=false'))
    assert.deepEqual(peopleOn(await visitor.text()), [101, 141, 181])
    await visitor.open(consoleUrl(system, 'users?from=1970-01-03&to=1970-01-05&sort=created_at'))
    assert.deepEqual(peopleOn(await visitor.text()), [219, 218, 217], 'both days are in')
    await visitor.open(consoleUrl(system, 'users?email_verified=false&has_second_factor=false'))
    assert.deepEqual(peopleOn(await visitor.text()), [])
    await visitor.open(consoleUrl(system, 'users?sort=password&status=gone&from=yesterday'))
    assert.equal(peopleOn(await visitor.text()).length, 49, 'what is not known does not filter')
  })

  test('somebody is added and invited, and what was typed stays when something is wrong', async () => {
    await using system = await startSystem()
    await using visitor = plainVisitor()
    await system.signUp('grace')
    await openAsAdmin(system, visitor, 'users')
    await visitor.follow('Create user')
    await visitor.fill('Name', 'Ada <b>Lovelace</b>')
    await visitor.fill('Email', 'grace@example.com')
    await visitor.press('Create and invite user')
    assert.match(await visitor.text(), /Another user has this email address/)
    await visitor.fill('Email', 'ada')
    await visitor.press('Create and invite user')
    assert.match(await visitor.text(), /Some fields are not valid/)
    await visitor.fill('Email', 'ada@example.com')
    await visitor.fill('Username', 'grace')
    await visitor.press('Create and invite user')
    assert.match(await visitor.text(), /Another user has this username/)
    await visitor.fill('Username', 'countess')
    await visitor.press('Create and invite user')
    assert.equal(await visitor.heading(), 'Ada <b>Lovelace</b>', 'the name was kept, and is text')
    assert.match(
      await visitor.text(),
      /Invitation sent.*The invitation has not been accepted\. Its link expires/,
    )
    await visitor.follow('Resend invitation')
    await visitor.press('Resend invitation')
    assert.match(await visitor.text(), /Invitation sent/)
  })
})

test('in a browser, filters go together, and an admin is made after a fresh proof', inBrowser, async () => {
  await using system = await startUsual()
  await addPeople(system)
  await using opened = await openConsoleWindow(browser(), system, 'users')
  const { page, faults } = opened
  await page.getByText('More filters', { exact: true }).click()
  await page.getByLabel('Status', { exact: true }).selectOption('suspended')
  await page.getByLabel('Search users', { exact: true }).fill('person1')
  await page.getByRole('button', { name: 'Apply filters', exact: true }).click()
  await page.waitForURL(/status=suspended/)
  assert.deepEqual(peopleOn(await page.locator('main').innerText()), [101, 141, 181])
  await requireFit(page, 'users-filtered')
  await page.setViewportSize({ width: 1280, height: 800 })
  const head = page.getByRole('columnheader', { name: 'Created' })
  assert.equal(await head.getAttribute('aria-sort'), 'descending')
  await head.getByRole('link').click()
  await page.waitForURL(/sort=created_at/)
  assert.deepEqual(peopleOn(await page.locator('main').innerText()), [181, 141, 101])
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await page.getByRole('link', { name: 'Create user', exact: true }).click()
  await page.waitForURL(/new-user/)
  await requireFit(page, 'new-user')
  system.clock.advance(10 * 60_000)
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper')
  await page.getByLabel('Email', { exact: true }).fill('grace@navy.example')
  await page.getByLabel('Role', { exact: true }).selectOption('admin')
  await page.getByRole('button', { name: 'Create and invite user' }).click()
  await proveAgain(page, system)
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Grace Hopper')
  assert.equal(await page.getByLabel('Role', { exact: true }).inputValue(), 'admin')
  await page.getByRole('button', { name: 'Create and invite user' }).click()
  await page.waitForURL(/user\?id=/)
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Grace Hopper')
  assert.deepEqual(faults, [])
})
