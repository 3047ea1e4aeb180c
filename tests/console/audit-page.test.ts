import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newRun, recordCommand } from '#cli/transfer/record-command.ts'
import { textsIn } from '#console/texts/texts.ts'
import { type ActResource, listActsEndpoint } from '#contract/events/audit.ts'
import { eventData } from '#contract/events/event-types.ts'
import { features } from '#tests/features/feature.ts'
import { browserOfFile } from '#tests/support/chromium.ts'
import { consoleUrl, openAsAdmin, openConsoleWindow, requireFit } from '#tests/support/console-visitor.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()
const hostile = `<img src=x onerror="alert(1)">`
const ids: Record<string, string> = {}
let system: System
let token: string

const patch = (username: string, body: object) =>
  send('PATCH', `${system.usersUrl}/api/v1/users/${ids[username]}`, {
    token,
    body,
    headers: { 'user-agent': hostile },
  })

const isListed = (type: string, username: string) =>
  until(`an act ${type}`, async () => {
    const url = `${system.usersUrl}${listActsEndpoint.paths[0]}?user_id=${ids[username]}&type=${type}`
    return (await send('GET', url, { token })).body.data.length > 0
  })

before(async () => {
  system = await startSystem()
  token = (await system.admin()).access_token
  for (const username of ['ada', 'carol', 'dave']) ids[username] = (await system.signUp(username)).id
  await patch('ada', { status: 'suspended', suspension_reason: hostile })
  await patch('carol', { name: 'Caroline' })
  await isListed('user.suspended', 'ada')
  await isListed('user.updated', 'carol')
})
after(() => system.stop())

test('the acts of a command name the command', async () => {
  const run = newRun('export', '-')
  await recordCommand(await system.database('users'), run, async () => {})
  await until('both acts', async () => {
    const url = `${system.usersUrl}${listActsEndpoint.paths[0]}?type=command.ended`
    return (await send('GET', url, { token })).body.data.length > 0
  })
  await using visitor = plainVisitor()
  await openAsAdmin(system, visitor, 'audit')
  assert.match(await visitor.text(), /Command finished: latchkey export .*Command started: latchkey export /s)
  await visitor.open(consoleUrl(system, 'overview'))
  assert.match(await visitor.text(), /Recent admin activity Command finished: latchkey export /)
})

test('an admin sees who did what to whom, from where and why, and finds it by each of these', async () => {
  await using visitor = plainVisitor()
  await openAsAdmin(system, visitor, 'audit')
  assert.equal(await visitor.heading(), 'Audit log')
  const all = await visitor.text()
  assert.match(all, /User suspended “ <img src=x onerror="alert\(1\)"> ”/)
  assert.match(all, /ada admin 127\.0\.0\.1 <img src=x/)
  assert.match(all, /User updated .* carol/)
  const found = async (query: string) => {
    await visitor.open(consoleUrl(system, `audit?${query}`))
    const rows = (await visitor.text()).split('Clear filters')[1] ?? ''
    return ['suspended', 'updated'].filter((word) => rows.includes(`User ${word}`))
  }
  assert.deepEqual(await found('to=ada'), ['suspended'])
  assert.deepEqual(await found('to=ada%40example.com'), ['suspended'])
  assert.deepEqual(await found(`to=${ids.carol}&by=admin`), ['updated'])
  assert.deepEqual(await found('act=user.updated'), ['updated'])
  assert.deepEqual(await found('by=carol'), [])
  assert.match(await visitor.text(), /No entries match these filters/)
  assert.deepEqual(await found('to=nobody-here'), [])
  assert.match(await visitor.text(), /No user has the username, email address or ID “nobody-here”/)
  for (const impossible of ['a', '..', 'x'.repeat(300), 'no name']) {
    assert.deepEqual(await found(`to=${encodeURIComponent(impossible)}`), [], impossible)
    assert.match(await visitor.text(), /No user has the username/, impossible)
  }
  assert.deepEqual(await found(`to=${ids.carol?.toUpperCase()}`), ['updated'])
  assert.deepEqual(await found('from=2999-01-01'), [])
  assert.deepEqual(await found('from=2001-01-01&until=2999-12-31'), ['suspended', 'updated'])
  assert.deepEqual(await found('until=2001-01-01&act='), [])
})

test('everything that can be done by somebody has a name on the page', () => {
  const acts = Object.keys(textsIn('en').audit.acts)
  const own = Object.entries(eventData)
    .filter(([, { properties }]) => 'by_address' in (properties ?? {}))
    .map(([type]) => type)
    .filter((type) => !acts.includes(type))
  // Users cause these events for themselves only, and the audit records nothing that users do to themselves.
  const byThemselves = features.flatMap((feature) => feature.byThemselves ?? [])
  const advice = `The audit page has no name for an event. Give it one in \`audit.acts\` of console/texts/*.json or, when users cause it for
    themselves only, list it in \`byThemselves\` of the feature in tests/features/.`
  assert.deepEqual(own.toSorted(), byThemselves.toSorted(), advice)
  assert.deepEqual(
    acts.filter((type) => !Object.hasOwn(eventData, type)),
    [],
  )
})

test(
  'in a browser, new acts appear by themselves, and the whole list is kept as a file',
  inBrowser,
  async () => {
    await using opened = await openConsoleWindow(browser(), system, 'audit')
    const { page, faults } = opened
    await requireFit(page, 'audit')
    const rows = page.locator('tr[data-id]')
    const before = await rows.count()
    await patch('dave', { status: 'suspended' })
    await page.locator('tr[data-id]', { hasText: 'dave' }).waitFor()
    assert.equal(await rows.count(), before + 1)
    const time = rows.first().locator('time')
    assert.match((await time.getAttribute('title')) ?? '', /UTC$/)
    await page.getByRole('button', { name: 'Pause live updates' }).click()
    await page.getByRole('button', { name: 'Resume live updates' }).waitFor()
    const link = page.getByRole('link', { name: 'Export JSON Lines' })
    const file = await page.request.get(consoleUrl(system, (await link.getAttribute('href')) ?? ''))
    assert.match(
      file.headers()['content-disposition'] ?? '',
      /^attachment; filename="acts-\d{4}-\d\d-\d\d\.jsonl"$/,
    )
    const acts: ActResource[] = (await file.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(acts.length, before + 1)
    assert.equal(acts.find(({ type }) => type === 'user.suspended')?.user_name, 'dave')
    assert.deepEqual(
      [...new Set(acts.flatMap(({ reason }) => reason ?? []))],
      [hostile],
      'the file has what was typed, as it was',
    )
    assert.deepEqual(faults, [])
  },
)
