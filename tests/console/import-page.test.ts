import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { maxUploadBytes } from '#runtime/http/body.ts'
import { cookieOfAdmin } from '#tests/support/browser-cookie.ts'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  consoleUrl,
  hostile,
  openConsoleWindow,
  proveAgain,
  requireFit,
} from '#tests/support/console-visitor.ts'
import { someHash } from '#tests/support/export-file.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { send, startSystem as startUsual } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const { inBrowser, browser } = browserOfFile()

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

onEachEngine((startSystem) => {
  test('a file is checked first, then imported after a fresh proof, row by row', inBrowser, async () => {
    await using system = await startSystem()
    await system.signUp('ada')
    await using opened = await openConsoleWindow(browser(), system, 'users')
    const { page, faults, press } = opened
    const main = page.locator('main')
    const addresses: string[] = []
    page.context().on('request', (request) => addresses.push(request.url()))
    await page.getByRole('link', { name: 'Import users', exact: true }).click()
    await page.waitForURL(/import-users/)
    await requireFit(page, 'import')
    const csv = [
      'email,name,role,password_hash',
      'ada@example.com,Ada,user,',
      `grace@example.com,${quoted(hostile)},user,${quoted(someHash)}`,
      'not an address,Nobody,user,',
      'grace@EXAMPLE.com,Again,user,',
      'short,row',
      'alan@example.com,Alan Turing,admin,',
    ].join('\r\n')
    await page.getByLabel('File', { exact: true }).setInputFiles(fileOf('users.csv', csv))
    await press('Check file')
    await page.getByRole('heading', { name: 'Check the import' }).waitFor()
    assert.match(await main.innerText(), /Users to create: 2\. .* left unchanged: 1\. Rejected rows: 3\./)
    assert.match(await main.innerText(), /No emails are sent/)
    assert.ok((await main.innerText()).includes('grace@example.com'))
    await requireFit(page, 'import-checked')
    const db = await system.database('users')
    const count = async () => (await db.query`SELECT id FROM users`).length
    assert.equal(await count(), 2)
    system.clock.advance(10 * 60_000)
    await press('Import users: 2')
    const opening = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Confirm it’s you in another tab', exact: true }).click()
    const other = await opening
    await proveAgain(other, system)
    await other.close()
    await press('Send again')
    await page.getByRole('heading', { name: 'Import finished' }).waitFor()
    assert.match(await main.innerText(), /Users created: 2\./)
    await requireFit(page, 'import-done')
    assert.equal(await count(), 4)
    assert.deepEqual(
      addresses.filter((one) => /content|checked/.test(one)),
      [],
      'the file, which has a password hash, is in no address',
    )
    await page.goto(consoleUrl(system, 'users?q=grace'))
    assert.equal(await page.getByRole('link', { name: hostile }).count(), 1, 'the name is text')
    assert.deepEqual(faults, [])
  })
})

test('a large file is chosen again, and another one in its place is checked first', inBrowser, async () => {
  await using system = await startUsual()
  await using opened = await openConsoleWindow(browser(), system, 'import-users')
  const { page, press } = opened
  const lines = (from: string) =>
    Array.from({ length: 250 }, (_, at) =>
      JSON.stringify({
        email: `${from}${at}@example.com`,
        // The digests make the file too large for the page, because they can hardly be compressed.
        name: createHash('sha512').update(`${from}${at}`).digest('hex'),
      }),
    ).join('\n')
  const choose = (text: string) =>
    page.getByLabel('File', { exact: true }).setInputFiles(fileOf('users.jsonl', text))
  await choose(lines('a'))
  await press('Check file')
  await page.getByText('too large to be kept on this page').waitFor()
  await page.getByText('50 more rows are not shown').waitFor()
  await choose(lines('b'))
  await press('Import users: 250')
  await page.getByRole('heading', { name: 'Check the import' }).waitFor()
  await choose(lines('b'))
  await press('Import users: 250')
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  const db = await system.database('users')
  assert.equal((await db.query`SELECT id FROM users WHERE username_key LIKE 'b%'`).length, 250)
  await page.goto(consoleUrl(system, 'import-users'))
  await choose('email,name\nada@example.com,"Ada')
  await press('Check file')
  await page.getByText('a quotation mark is missing').waitFor()
})

test('fields that cannot be kept are counted and named beside their rows', inBrowser, async () => {
  await using system = await startUsual()
  await using opened = await openConsoleWindow(browser(), system, 'import-users')
  const { page, press } = opened
  const main = page.locator('main')
  const lines = [
    JSON.stringify({ email: 'ada@example.com', name: 'Ada\nLovelace', locale: 'pt_BR' }),
    '{"email": "bob@example.com", "id": 12345678901234567890, "metadata": {"n": 1e400, "a": 1}}',
    JSON.stringify({ email: 'pat@example.com', metadata: { picture: 'x'.repeat(40_000), a: 1 } }),
  ]
  await page.getByLabel('File', { exact: true }).setInputFiles(fileOf('users.jsonl', lines.join('\n')))
  await press('Check file')
  await page.getByRole('heading', { name: 'Check the import' }).waitFor()
  assert.match(await main.innerText(), /Users to create: 3\./)
  assert.match(await main.innerText(), /Skipped fields: 4\./)
  assert.match(await main.innerText(), /skipped: locale .*language tag/)
  assert.match(await main.innerText(), /skipped: metadata\/picture/)
  await press('Import users: 3')
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  assert.match(await main.innerText(), /Skipped fields: 4\./)
  const db = await system.database('users')
  const rows = await db.query<{ metadata: string }>`
    SELECT metadata FROM users WHERE email LIKE '%@example.com' AND username_key IN ('bob', 'pat') ORDER BY email`
  assert.deepEqual(
    rows.map(({ metadata }) => JSON.parse(metadata)),
    [{ a: 1, external_id: '12345678901234567890' }, { a: 1 }],
  )
})

test('a hash that is fast to guess, and a file of another system, name the command that takes them', async () => {
  await using system = await startUsual()
  const cookie = await cookieOfAdmin(system)
  const check = async (text: string) => {
    const body = new FormData()
    body.set('file', new File([text], 'users.csv'))
    const headers = { 'sec-fetch-site': 'same-origin', cookie }
    return (await fetch(consoleUrl(system, 'import-users'), { method: 'POST', body, headers })).text()
  }
  const digest = createHash('md5').update('wonderland').digest('hex')
  const page = await check(`email,password_hash\nada@example.com,${digest}\neve@example.com,${digest}\n`)
  assert.match(page, /weak password hash: 2\. .* <code>latchkey import FILE --fast-hashes<\/code>/)
  assert.match(page, /ada@example\.com.*Rejected.* The password hash is weak\./)
  assert.ok(!page.includes('The row is not right'))
  const nameless = await check(`ada@example.com,${digest}\neve@example.com,${digest}\n`)
  assert.match(nameless, /has no column names/)
  const mixedUp = await check(`email,password_hash\n${digest},ada@example.com\n`)
  for (const found of [page, nameless, mixedUp])
    assert.ok(!found.replace(/name="content" value="[^"]*"/, '').includes(digest))
  for (const [text, advice] of [
    ['{"realm": "main", "notBefore": 0,\n"users": []}', /export of Keycloak\. .* --from keycloak</],
    ['user_login,user_pass\nada,x', /export of WordPress\. Convert it/],
  ] as const)
    assert.match(await check(text), advice)
})

test('an admin sends one file at a time', async () => {
  await using system = await startUsual()
  const cookie = await cookieOfAdmin(system)
  const upload = (length: number) => {
    const type = 'multipart/form-data; boundary=x'
    const headers = {
      'sec-fetch-site': 'same-origin',
      'content-type': type,
      'content-length': length,
      cookie,
    }
    const sending = request(consoleUrl(system, 'import-users'), { method: 'POST', headers, agent: false })
    sending.flushHeaders()
    const answer = once(sending, 'response').then(async ([response]: IncomingMessage[]) => {
      let page = ''
      for await (const chunk of response ?? []) page += chunk
      return { status: response?.statusCode, page }
    })
    return { sending, answer }
  }
  // A file that is announced as too large is refused before it is read, so that this question takes no turn.
  const isBusy = async () => {
    const { sending, answer } = upload(maxUploadBytes + 1)
    const { status } = await answer
    sending.destroy()
    return status === 429
  }
  const form =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\nada@example.com\r\n--x--\r\n'
  assert.equal(await isBusy(), false)
  const slow = upload(form.length)
  slow.sending.write(form.slice(0, 20))
  await until('the slow upload has begun', isBusy)
  const second = upload(form.length)
  const refused = await second.answer
  second.sending.destroy()
  assert.equal(refused.status, 429)
  assert.match(refused.page, /Another file of yours is still being imported/)
  slow.sending.end(form.slice(20))
  const first = await slow.answer
  assert.deepEqual([first.status, /Check the import/.test(first.page)], [200, true], 'the first one goes on')
  const broken = upload(form.length)
  broken.sending.on('error', () => {})
  broken.answer.catch(() => {})
  await until('the next upload has begun', isBusy)
  broken.sending.destroy()
  await until('an upload that broke off is forgotten', async () => !(await isBusy()))
})

test('nobody who is not signed in, and no other page, is sent a file', async () => {
  await using system = await startUsual()
  for (const name of ['import-users', 'users']) {
    const form = new FormData()
    form.set('file', new File(['email\nada@example.com'], 'users.csv'))
    const headers = { 'sec-fetch-site': 'same-origin' }
    const reply = await fetch(consoleUrl(system, name), { method: 'POST', body: form, headers })
    assert.ok([401, 415].includes(reply.status), `${name} ${reply.status}`)
  }
  assert.equal((await send('GET', consoleUrl(system, 'import-users'))).status, 303)
  const body = new URLSearchParams({ content: 'packed' })
  const headers = { 'sec-fetch-site': 'same-origin' }
  const reply = await fetch(consoleUrl(system, 'import-users'), { method: 'POST', body, headers })
  assert.equal(reply.status, 401, 'what was sent is kept on the page, not in an address')
})
