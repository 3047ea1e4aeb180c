import { join } from 'node:path'
import { createAuthCounts } from '#auth/core/auth-counts.ts'
import { createLoginHours } from '#auth/sign-in/login/login-hours.ts'
import { noteBackup } from '#cli/transfer/last-backup.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { findChromium, startBrowser } from '#tests/support/chromium.ts'
import { openConsoleWindow } from '#tests/support/console-visitor.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { type System, send, startSystem, type TestClock } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { root } from './markdown.ts'

/**
 * This program takes the pictures of the README: the overview page of the console, in light and in dark colours, on a
 * Latchkey that a few users have used for some days.
 */
const chromium = findChromium()
if (!chromium) throw new Error('There is no Chromium on this machine; LATCHKEY_TEST_CHROMIUM can name one.')

const hour = 3_600_000

/** Creates a clock that begins three days ago, so that the actions of users are spread over these days. */
function clockOfDays(): TestClock {
  let offsetMs = -72 * hour
  return {
    now: () => Date.now() + offsetMs,
    advance: (ms) => {
      offsetMs += ms
    },
  }
}

/** Signs six users up over these days, and changes each of them as an admin. */
async function useForDays(system: System): Promise<void> {
  const people = [
    ['ada', 'Ada Lovelace'],
    ['grace', 'Grace Hopper'],
    ['alan', 'Alan Turing'],
    ['hedy', 'Hedy Lamarr'],
    ['edsger', 'Edsger Dijkstra'],
    ['margaret', 'Margaret Hamilton'],
  ] as const
  for (const [username, name] of people) {
    const { id } = await system.signUp(username)
    const { access_token: token } = await system.admin()
    const act = (method: string, path: string, body: object) =>
      send(method, `${system.usersUrl}/api/v1/users/${id}${path}`, { token, body })
    await act('PATCH', '', { name })
    if (username === 'grace') await act('PATCH', '', { role: 'admin' })
    if (username === 'hedy') await act('POST', '/verify-email', {})
    system.clock.advance(11 * hour)
  }
  system.clock.advance(5 * hour + 40 * 60_000)
}

/** Stores the counts of logins in the last day, as a node does: many by day, few at night. */
async function storeLogins(system: System): Promise<void> {
  const db = await system.database('auth')
  for (let ago = 23; ago >= 0; ago--) {
    const counts = createAuthCounts()
    const wave = 1 + Math.cos(((ago - 6) / 24) * 2 * Math.PI)
    counts.begun.sessions = Math.round(14 + 70 * wave + ((ago * 37) % 23))
    for (let wrong = 0; wrong < Math.round(2 + 5 * wave); wrong++)
      counts.logins.failed(new Failure('invalid_credentials'))
    for (let refused = 0; refused < ago % 3; refused++)
      counts.logins.failed(new Failure('login_address_limited', { retryAfterSeconds: 1 }))
    const now = () => system.clock.now() - ago * hour
    await createLoginHours({ db, counts, clock: { ...system.clock, now } }).store()
  }
}

await using mail = await startMailServer()
await using system = await startSystem({
  clock: clockOfDays(),
  settings: { LATCHKEY_SMTP_URL: mail.url, LATCHKEY_MAIL_FROM: 'id@example.com', LATCHKEY_MAILBOX: 'off' },
})
await useForDays(system)
await storeLogins(system)
noteBackup(system.data, system.clock.now() - 9 * hour)
const { access_token: token } = await system.admin()
await until('all is delivered', async () => {
  const { body } = await send('GET', `${system.usersUrl}/api/v1/events/backlog`, { token })
  return body.data.length === 0
})
const browser = await startBrowser(chromium)
await using opened = await openConsoleWindow(browser, system, 'overview')
const { page } = opened
await page.setViewportSize({ width: 1120, height: 578 })
for (const colorScheme of ['light', 'dark'] as const) {
  await page.emulateMedia({ colorScheme })
  await page.screenshot({ path: join(root, `docs/pictures/console-${colorScheme}.png`) })
}
await browser.close()
