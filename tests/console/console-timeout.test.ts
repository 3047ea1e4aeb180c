import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieOfAdmin } from '#tests/support/browser-cookie.ts'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  adminPassword,
  consoleUrl,
  openAsAdmin,
  openConsoleWindow,
  requireFit,
} from '#tests/support/console-visitor.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type System, send, startSystem, stillClock } from '#tests/support/system.ts'
import { plainVisitor, type Visitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()
const minuteMs = 60_000
const hourMs = 60 * minuteMs

const ownForm = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

/** Opens a page of the console, and returns the status and, of a redirect, where it leads to. */
async function openPage(
  system: System,
  page: string,
  headers: Record<string, string>,
): Promise<[status: number, location: string | null]> {
  const { status, headers: sent } = await send('GET', consoleUrl(system, page), { headers })
  return [status, sent.get('location')]
}

const asksAgain = (page: string) => [
  303,
  `../account/prove?${new URLSearchParams({ return_to: `../console/${page}` })}`,
]

async function prove(system: System, visitor: Visitor): Promise<void> {
  assert.equal(await visitor.heading(), 'Confirm it’s you')
  await visitor.fill('Password', adminPassword(system))
  await visitor.press('Continue')
}

/** Opens the page that asks for a proof before the console, and returns it as text. */
async function askedOn(system: System, cookie: string, language = 'en'): Promise<string> {
  const url = `${system.authUrl}/account/prove?${new URLSearchParams({ return_to: '../console/users' })}`
  return (await send('GET', url, { headers: { cookie, 'accept-language': language } })).body
}

async function livingSessions(system: System): Promise<unknown[]> {
  const auth = await system.database('auth')
  return auth.query`SELECT id FROM sessions WHERE ended_at IS NULL ORDER BY id`
}

async function nameOf(system: System, id: string): Promise<unknown> {
  const users = await system.database('users')
  const [row] = await users.query<{ name: unknown }>`SELECT name FROM users WHERE id = ${id}`
  return row?.name
}

onEachEngine((start) => {
  test('half an hour after its last use, the console asks for a new proof, and no request revives it', async () => {
    await using system = await start({ clock: stillClock() })
    const cookie = await cookieOfAdmin(system)
    for (const minutes of [29, 29, 29]) {
      system.clock.advance(minutes * minuteMs)
      assert.deepEqual(await openPage(system, 'users', { cookie }), [200, null])
    }
    system.clock.advance(30 * minuteMs)
    for (let time = 1; time <= 3; time++)
      assert.deepEqual(await openPage(system, 'users?q=ada', { cookie }), asksAgain('users?q=ada'))
    assert.match(await askedOn(system, cookie), /The console was idle for 30 minutes/)
    assert.match(await askedOn(system, cookie, 'de'), /30\sMinuten lang nicht verwendet/)
    assert.match(await askedOn(system, cookie, 'fr'), /est restée inactive pendant 30\sminutes/)
    const account = await send('GET', `${system.authUrl}/account`, { headers: { cookie } })
    assert.equal(account.status, 200, 'the session goes on elsewhere')
    assert.deepEqual(
      await openPage(system, 'users?q=ada', { cookie }),
      asksAgain('users?q=ada'),
      'a visit of the account pages is no use of the console',
    )
  })

  test('twelve hours after the last proof, the console asks for another one, however much it is used', async () => {
    await using system = await start({ clock: stillClock() })
    const cookie = await cookieOfAdmin(system)
    for (let visits = 1; visits < 36; visits++) {
      system.clock.advance(20 * minuteMs)
      assert.deepEqual(await openPage(system, 'users', { cookie }), [200, null], `visit ${visits}`)
    }
    assert.match(await askedOn(system, cookie), /For your security, confirm it’s you/)
    system.clock.advance(20 * minuteMs)
    assert.deepEqual(await openPage(system, 'users', { cookie }), asksAgain('users'))
    assert.match(await askedOn(system, cookie), /You last confirmed it’s you 12 hours ago/)
    assert.match(await askedOn(system, cookie, 'de'), /12\sStunden/)
    assert.match(await askedOn(system, cookie, 'fr'), /12\sheures/)
  })

  test('a new proof leads back to the page that was asked for, in the same session and with another cookie', async () => {
    await using system = await start({ clock: stillClock() })
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'users')
    const before = await livingSessions(system)
    system.clock.advance(hourMs)
    await visitor.open(consoleUrl(system, 'users?q=admin'))
    await prove(system, visitor)
    assert.equal(await visitor.heading(), 'Users')
    assert.match(await visitor.text(), /admin@latchkey\.invalid/)
    assert.deepEqual(await livingSessions(system), before)
    system.clock.advance(29 * minuteMs)
    await visitor.open(consoleUrl(system, 'users'))
    assert.equal(await visitor.heading(), 'Users')
  })

  test('a form that comes too late does nothing, keeps what was typed, and says so', async () => {
    await using system = await start({ clock: stillClock() })
    const ada = await system.signUp('ada')
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, `edit-user?id=${ada.id}`)
    await visitor.fill('Name', 'Ada Lovelace')
    system.clock.advance(hourMs)
    await visitor.press('Save changes')
    await prove(system, visitor)
    assert.match(await visitor.text(), /Your changes have not been saved/)
    assert.equal(await nameOf(system, ada.id), null)
    await visitor.press('Save changes')
    assert.doesNotMatch(await visitor.text(), /Your changes have not been saved/)
    assert.equal(await nameOf(system, ada.id), 'Ada Lovelace')
  })

  test('what was typed is in no URL on the way through a proof, and the page says when it could not be kept', async () => {
    await using system = await start({ clock: stillClock() })
    const ada = await system.signUp('ada')
    const cookie = await cookieOfAdmin(system)
    system.clock.advance(hourMs)
    const body = new URLSearchParams({
      id: ada.id,
      version: '"1"',
      name: 'Ada Lovelace',
      email: 'ada@example.org',
    }).toString()
    const late = await send('POST', consoleUrl(system, 'edit-user'), {
      body,
      headers: { ...ownForm, cookie },
    })
    const location = late.headers.get('location') ?? ''
    assert.match(location, /^\.\.\/account\/prove\?return_to=/)
    assert.doesNotMatch(decodeURIComponent(decodeURIComponent(location)), /Lovelace|example\.org/)
    const [draft = '', ...more] = late.headers.getSetCookie()
    assert.deepEqual(more, [])
    assert.match(
      draft,
      /^__Host-latchkey-draft=\S{1,3800}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=1800$/,
    )
    assert.doesNotMatch(
      Buffer.from(draft.split('.').at(-1) ?? '', 'base64url').toString('latin1'),
      /Lovelace/,
    )

    const form = new URLSearchParams({ password: adminPassword(system) }).toString()
    const proven = await send('POST', `${system.authUrl}/account/prove`, {
      body: form,
      headers: { ...ownForm, cookie },
    })
    const renewed = proven.headers.get('set-cookie')?.split(';')[0] ?? ''
    const back =
      new URLSearchParams(location.split('?')[1]).get('return_to')?.replace('../console/', '') ?? ''
    const shown = async (cookies: string[]) =>
      (await send('GET', consoleUrl(system, back), { headers: { cookie: cookies.join('; ') } })).body
    const kept = draft.split(';')[0] ?? ''
    assert.match(await shown([renewed, kept]), /value="Ada Lovelace"/)
    assert.match(await shown([renewed, kept]), /Your changes have not been saved/)
    const bent = `${kept.slice(0, -4)}AAAA`
    for (const cookies of [[renewed], [renewed, bent], [renewed, '__Host-latchkey-draft=x']]) {
      const page = await shown(cookies)
      assert.match(page, /could not be kept/)
      assert.doesNotMatch(page, /Ada Lovelace/)
    }
    const other = await send('GET', consoleUrl(system, back.replace('edit-user', 'suspend')), {
      headers: { cookie: `${renewed}; ${kept}` },
    })
    assert.match(other.body, /could not be kept/, 'a draft is shown on its own page only')
    const saved = await send('POST', consoleUrl(system, 'edit-user'), {
      body,
      headers: { ...ownForm, cookie: `${renewed}; ${kept}` },
    })
    assert.deepEqual(saved.headers.getSetCookie(), [
      '__Host-latchkey-draft=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0',
    ])
    system.clock.advance(31 * minuteMs)
    const fresh = await cookieOfAdmin(system)
    assert.match(await shown([fresh, kept]), /could not be kept/)
  })

  test('a session from before the upgrade, and one that was used elsewhere only, need a new proof', async () => {
    await using system = await start({ clock: stillClock() })
    const cookie = await cookieOfAdmin(system)
    const auth = await system.database('auth')
    const stored = await auth.query<{
      console_used_at: number | null
    }>`SELECT console_used_at FROM browser_sessions`
    assert.deepEqual(
      stored.map((row) => row.console_used_at),
      [null],
      'as the version before leaves it',
    )
    system.clock.advance(29 * minuteMs)
    assert.equal((await send('GET', `${system.authUrl}/account`, { headers: { cookie } })).status, 200)
    system.clock.advance(minuteMs)
    assert.deepEqual(await openPage(system, 'users', { cookie }), asksAgain('users'))
  })

  test('the requests of a page that nobody touches are no use of the console', async () => {
    await using system = await start({ clock: stillClock() })
    const cookie = await cookieOfAdmin(system)
    const unattended = { cookie, 'latchkey-unattended': 'true' }
    assert.deepEqual(await openPage(system, 'audit', { cookie }), [200, null])
    system.clock.advance(20 * minuteMs)
    assert.deepEqual(await openPage(system, 'audit', unattended), [200, null])
    system.clock.advance(10 * minuteMs)
    assert.deepEqual(await openPage(system, 'audit', unattended), asksAgain('audit'))
  })
})

test('a file that comes too late is refused before it is read, and the proof leads back to its page', async () => {
  await using system = await startSystem({ clock: stillClock() })
  const cookie = await cookieOfAdmin(system)
  system.clock.advance(hourMs)
  const headers = {
    cookie,
    'sec-fetch-site': 'same-origin',
    'content-type': 'multipart/form-data; boundary=x',
  }
  const reply = await send('POST', consoleUrl(system, 'import-users'), { body: 'no form at all', headers })
  assert.deepEqual([reply.status, reply.headers.get('location')], asksAgain('import-users?unsent=file'))
  const fresh = await cookieOfAdmin(system)
  const page = await send('GET', consoleUrl(system, 'import-users?unsent=file'), {
    headers: { cookie: fresh },
  })
  assert.match(page.body, /Nothing was imported\. Choose the file again/)
})

test(
  'in a browser, an open audit marks its requests, except the one after somebody touched it',
  inBrowser,
  async () => {
    await using system = await startSystem()
    await using opened = await openConsoleWindow(browser(), system, 'audit')
    const { page, faults } = opened
    const nextPoll = (isMarked: boolean) =>
      page.waitForRequest((request) => {
        const isPoll = request.resourceType() === 'xhr'
        return isPoll && (request.headers()['latchkey-unattended'] === 'true') === isMarked
      })
    await nextPoll(true)
    const touched = nextPoll(false)
    await page.keyboard.press('Shift')
    await touched
    await nextPoll(true)
    assert.deepEqual(faults, [])
  },
)

test(
  'in a browser, an open audit says when nothing new is added any more, with a link that loads it again',
  inBrowser,
  async () => {
    await using system = await startSystem()
    await using opened = await openConsoleWindow(browser(), system, 'audit')
    const { page, press, faults } = opened
    await page.clock.install()
    await page.reload()
    const stopped = page.getByText('Live updates are paused.')
    const asked = () => page.waitForResponse((response) => response.request().resourceType() === 'xhr')
    const poll = () => page.clock.runFor(6_000)
    assert.equal(await stopped.count(), 0)

    await page.route('**/console/audit', (route) => route.abort())
    await poll()
    await stopped.waitFor()
    await page.unroute('**/console/audit')
    const answered = asked()
    await poll()
    await answered
    await stopped.waitFor({ state: 'detached' })

    await page.clock.fastForward(31 * minuteMs)
    await stopped.waitFor()
    await requireFit(page, 'audit-stopped')
    await press('Resume live updates')
    await stopped.waitFor({ state: 'detached' })

    const { access_token: token, user } = await system.admin()
    const body = { scope: 'all' }
    await send('POST', `${system.authUrl}/api/v1/users/${user.id}/sessions/revoke`, { token, body })
    const refused = asked()
    await poll()
    await refused
    await stopped.waitFor()
    await page.getByRole('link', { name: 'Reload page', exact: true }).click()
    await page.waitForURL(/account\/sign-in/)
    assert.deepEqual(faults, [])
  },
)
